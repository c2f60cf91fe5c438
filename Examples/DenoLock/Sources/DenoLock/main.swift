// swift run --package-path Examples/DenoLock DenoLock 4 deno.lock

import Foundation
import Migrations
import VersionedCodec

guard CommandLine.arguments.count == 3 else {
    print("usage: DenoLock VERSION FILE")
    exit(64)
}
do {
    let planFile = try Data(contentsOf: URL(filePath: "Examples/Plans/deno-lock.json"))
    let plan = try MigrationPlan(planFile: planFile).extended(by: [PlanVersion("4")], [DenoLock.step3To4])
    let result = try plan.migrate(
        Data(contentsOf: URL(filePath: CommandLine.arguments[2])), to: CommandLine.arguments[1])
    print(result.text)
    for loss in result.losses { FileHandle.standardError.write(Data("\(loss)\n".utf8)) }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(65)
}
