/// Three more formats, written from `docs/PlanFiles.md` alone.
extension InventedFamilyTests {
    static let moreGoldens = [
        // What else is at the root becomes a list; texts become objects; stages, a list of texts, are referred to
        // by position.
        Golden(
            name: "jobs beside other members become a list that refers to stages by position",
            operations: #"""
                 {"op": "gather", "into": "jobs", "except": ["stages", "default_image", "variables"]},
                 {"op": "each", "path": "/jobs", "operations": [
                   {"op": "keyToIndex", "path": "/stage", "list": "/stages", "key": ""},
                   {"op": "when", "if": {"path": "/script", "kind": "string"}, "reverseIf": {"path": "/script", "count": 1}, "operations": [{"op": "wrap", "path": "/script"}]},
                   {"op": "each", "path": "/script", "operations": [{"op": "move", "from": "", "to": "/run"}]},
                   {"op": "rename", "path": "/script", "to": "steps"},
                   {"op": "transform", "path": "/only", "by": [{"join": ","}], "ifAbsent": "skip"},
                   {"op": "rename", "path": "/only", "to": "branches", "ifAbsent": "skip"}]},
                 {"op": "each", "path": "/stages", "operations": [{"op": "move", "from": "", "to": "/name"}]},
                 {"op": "objectToArray", "path": "/jobs", "id": "name"},
                 {"op": "objectToArray", "path": "/variables", "id": "name", "value": "value", "ifAbsent": "skip"},
                 {"op": "move", "from": "/default_image", "to": "/defaults/image", "ifAbsent": "skip"}
                """#,
            older: #"""
                {"v":1,"stages":["build","test"],"default_image":"swift:6","variables":{"A":"1"},"compile":{"stage":"build",
                "script":"make","only":["main","dev"]},"unit":{"stage":"test","script":["make check","make lint"]}}
                """#,
            newer: #"""
                {"v":2,"stages":[{"name":"build"},{"name":"test"}],"variables":[{"name":"A","value":"1"}],"jobs":[{"name":"compile",
                "stage":0,"steps":[{"run":"make"}],"branches":"main,dev"},{"name":"unit","stage":1,"steps":[{"run":"make check"},{"run":"make lint"}]}],
                "defaults":{"image":"swift:6"}}
                """#),
        // In each page: a default and its exceptions, a map of a list, and an object of one member whose key was the
        // type.
        Golden(
            name: "lists become maps, a type becomes the key of what it says",
            operations: #"""
                 {"op": "each", "path": "/pages", "operations": [
                   {"op": "hoist", "list": "/questions", "member": "/required", "to": "/required", "ifMixed": "keep"},
                   {"op": "each", "path": "/questions", "operations": [
                     {"op": "when", "if": {"path": "/type", "equals": "choice"}, "operations": [
                        {"op": "transform", "path": "/choices", "by": [{"split": "|"}]},
                        {"op": "rename", "path": "/choices", "to": "options"}]},
                     {"op": "gather", "into": "kind", "except": ["id", "required"]},
                     {"op": "wrap", "path": "/kind"},
                     {"op": "arrayToObject", "path": "/kind", "id": "type"}]},
                   {"op": "arrayToObject", "path": "/questions", "id": "id"}]}
                """#,
            older: #"""
                {"v":1,"pages":[{"name":"p1","questions":[{"id":"q1","type":"choice","required":true,"choices":"red|green","other":false},{"id":"q2","type":"text","required":true,"maxLength":10},{"id":"q/3","type":"text","required":false}]},
                {"name":"p2","questions":[]}]}
                """#,
            newer: #"""
                {"v":2,"pages":[{"name":"p1","questions":{"q1":{"kind":{"choice":{"options":["red","green"],"other":false}}},"q2":{"kind":{"text":{"maxLength":10}}},"q/3":{"required":false,"kind":{"text":{}}}},
                "required":true},{"name":"p2","questions":{}}]}
                """#),
        // A forest of a flat list, references by key into what becomes a map, cents, Unix time, a date in parts.
        Golden(
            name: "flat posts become threads, and their authors a map",
            operations: #"""
                 {"op": "each", "path": "/posts", "operations": [
                   {"op": "indexToKey", "path": "/by", "list": "/members", "key": "/nick"},
                   {"op": "reformatDate", "path": "/sent", "from": "unixSeconds", "to": "iso8601"},
                   {"op": "calculate", "path": "/tip", "divide": 100, "fractionDigits": 2, "ifAbsent": "skip"}]},
                 {"op": "listToTree", "path": "/posts", "id": "/id", "parent": "/re", "children": "replies"},
                 {"op": "rename", "path": "/posts", "to": "threads"},
                 {"op": "each", "path": "/members", "operations": [
                   {"op": "match", "from": "/joined", "pattern": "(?<y>\\d{4})-(?<m>\\d\\d)-(?<d>\\d\\d)", "into": {"y": "/since/year", "m": "/since/month", "d": "/since/day"}, "back": "{y}-{m}-{d}"}]},
                 {"op": "arrayToObject", "path": "/members", "id": "nick"}
                """#,
            older: #"""
                {"v":1,"members":[{"nick":"ann","joined":"2024-01-02"},{"nick":"bob","joined":"2023-12-31"}],
                "posts":[{"id":"p1","by":1,"text":"Hi","sent":1700000000,"tip":250},{"id":"p2","re":"p1","by":0,
                "text":"Ho","sent":1700000001},{"id":"p3","by":0,"text":"New","sent":1700000002,"tip":5}]}
                """#,
            newer: #"""
                {"v":2,"members":{"ann":{"since":{"year":"2024","month":"01","day":"02"}},"bob":{"since":{"year":"2023","month":"12","day":"31"}}},
                "threads":[{"id":"p1","by":"bob","text":"Hi","sent":"2023-11-14T22:13:20Z","tip":2.50,"replies":[{"id":"p2","by":"ann","text":"Ho","sent":"2023-11-14T22:13:21Z"}]},
                {"id":"p3","by":"ann","text":"New","sent":"2023-11-14T22:13:22Z","tip":0.05}]}
                """#),
    ]
}
