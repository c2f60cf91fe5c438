// guide begin
import Foundation
import Migrations
import VersionedCodec

enum API: Int, APIVersion { case v1 = 1, v2 }

let versionField = VersionLocation("/version", as: .integer)

extension String { var data: Data { Data(utf8) } }
extension Data { var text: String { String(decoding: self, as: UTF8.self) } }
// guide end
