/// The usual public payload of a concert catalogue. Written by hand for this benchmark.
struct Catalogue: Codable, Equatable {
    let areaNames: [String: String]
    let audienceSubCategoryNames: [String: String]
    let blockNames: [String: String]
    let events: [String: Event]
    let performances: [Performance]
    let seatCategoryNames: [String: String]
    let subTopicNames: [String: String]
    let subjectNames: [String: String]
    let topicNames: [String: String]
    let topicSubTopics: [String: [Int]]
    let venueNames: [String: String]

    struct Event: Codable, Equatable {
        let description: String?
        let id: Int
        let logo: String?
        let name: String
        let subTopicIds: [Int]
        let subjectCode: String?
        let subtitle: String?
        let topicIds: [Int]
    }

    struct Performance: Codable, Equatable {
        let eventId: Int
        let id: Int
        let logo: String?
        let name: String?
        let prices: [Price]
        let seatCategories: [SeatCategory]
        let seatMapImage: String?
        let start: Int
        let venueCode: String
    }

    struct Price: Codable, Equatable {
        let amount: Int
        let audienceSubCategoryId: Int
        let seatCategoryId: Int
    }

    struct SeatCategory: Codable, Equatable {
        let areas: [Area]
        let seatCategoryId: Int
    }

    struct Area: Codable, Equatable {
        let areaId: Int
        let blockIds: [Int]
    }
}

/// The usual public payload of an outline: numbers in arrays.
struct Outline: Codable, Equatable {
    let type: String
    let features: [Feature]

    struct Feature: Codable, Equatable {
        let type: String
        let properties: [String: String]
        let geometry: Geometry
    }

    struct Geometry: Codable, Equatable {
        let type: String
        let coordinates: [[[Double]]]
    }
}
