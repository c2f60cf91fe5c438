import Foundation

/// Models of the payloads of the rows `decode …`, `encode …` and `layer …`.

/// All members of the wide response.
struct WideItem: Codable, Equatable {
    var id: Int
    var title_0: String
    var title_1: String
    var count_2: Int
    var is_active_3: Bool
    var url_4: String
    var score_5: Double
    var note_6: String?
    var tags_7: [String]
    var title_8: String
    var title_9: String
    var count_10: Int
    var is_active_11: Bool
    var url_12: String
    var score_13: Double
    var note_14: String?
    var tags_15: [String]
    var title_16: String
    var title_17: String
    var count_18: Int
    var is_active_19: Bool
    var url_20: String
    var score_21: Double
    var note_22: String?
    var tags_23: [String]
    var title_24: String
    var title_25: String
    var count_26: Int
    var is_active_27: Bool
    var url_28: String
    var score_29: Double
    var note_30: String?
    var tags_31: [String]
    var title_32: String
    var title_33: String
    var count_34: Int
    var is_active_35: Bool
    var url_36: String
    var score_37: Double
    var note_38: String?
    var tags_39: [String]
    var title_40: String
    var title_41: String
    var count_42: Int
    var is_active_43: Bool
    var url_44: String
    var score_45: Double
    var note_46: String?
    var tags_47: [String]
    var title_48: String
    var title_49: String
    var count_50: Int
    var is_active_51: Bool
    var url_52: String
    var score_53: Double
    var note_54: String?
    var tags_55: [String]
    var title_56: String
    var title_57: String
    var count_58: Int
    var is_active_59: Bool
    var url_60: String
    var score_61: Double
    var note_62: String?
    var tags_63: [String]
}

/// Seven of the 65 members.
struct WideItemInBrief: Decodable, Equatable {
    var id: Int
    var title_0: String
    var count_10: Int
    var is_active_19: Bool
    var url_36: String
    var score_45: Double
    var tags_63: [String]
}

struct WidePage<Item: Decodable & Equatable>: Decodable, Equatable {
    var page: Int
    var next: String?
    var items: [Item]
}

extension WidePage: Encodable where Item: Encodable {}

/// A tree of objects, arrays and integers.
struct Region: Codable, Equatable {
    struct Area: Codable, Equatable {
        var id: Int
        var population: Int
        var rows: [Int]
        var bounds: Bounds
    }

    struct Bounds: Codable, Equatable {
        var left: Int
        var top: Int
        var right: Int
        var bottom: Int
    }

    var id: Int
    var level: Int
    var isOpen: Bool
    var areas: [Area]
    var neighbours: [Int]
    var parent: Bounds?
}

/// A record; not generic, because the keys of a generic model are types that are looked up each time, whatever decodes
/// it.
struct Record: Codable, Equatable {
    struct Contact: Codable, Equatable {
        var phone: String
        var language: String
    }

    var version: Int
    var id: Int
    var user_name: String
    var mail: String
    var created_at: String
    var amount: Double
    var city: String
    var contact: Contact
    var note: String
}

/// A record with its date as one.
struct DatedRecord: Codable, Equatable {
    var version: Int
    var id: Int
    var user_name: String
    var mail: String
    var created_at: Date
    var amount: Double
    var city: String
    var contact: Record.Contact
    var note: String
}

/// A small record with two dates.
struct SmallRecord: Codable, Equatable {
    var id: Int
    var name: String
    var created: Date
    var updated: Date
    var active: Bool
    var amount: Double
}

/// Polygons.
struct FeatureCollection: Codable, Equatable {
    struct Feature: Codable, Equatable {
        var type: String
        var geometry: Geometry
    }

    struct Geometry: Codable, Equatable {
        var type: String
        var coordinates: [[[Double]]]
    }

    var type: String
    var features: [Feature]
}
