import ArgumentParser
import Collections
import Yams

print(try Yams.dump(object: ["pinned": true]))
