/// The types that are read straight from the bytes; each way is its own, so that no value takes a detour.
extension IndexKeyedContainer {
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        do { return try session.bool(at: required(key)) } catch { return try tolerated(type, key, error) }
    }
    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        do { return try session.string(at: required(key)) } catch { return try tolerated(type, key, error) }
    }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        do { return try session.double(at: required(key)) } catch { return try tolerated(type, key, error) }
    }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        do { return try session.float(at: required(key)) } catch { return try tolerated(type, key, error) }
    }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        do { return try session.integer(type, at: required(key)) } catch { return try tolerated(type, key, error) }
    }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
        do { return try session.integer(type, at: required(key)) } catch { return try tolerated(type, key, error) }
    }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
        do { return try session.integer(type, at: required(key)) } catch { return try tolerated(type, key, error) }
    }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
        do { return try session.integer(type, at: required(key)) } catch { return try tolerated(type, key, error) }
    }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        do { return try session.integer(type, at: required(key)) } catch { return try tolerated(type, key, error) }
    }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        do { return try session.integer(type, at: required(key)) } catch { return try tolerated(type, key, error) }
    }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
        do { return try session.integer(type, at: required(key)) } catch { return try tolerated(type, key, error) }
    }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
        do { return try session.integer(type, at: required(key)) } catch { return try tolerated(type, key, error) }
    }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
        do { return try session.integer(type, at: required(key)) } catch { return try tolerated(type, key, error) }
    }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
        do { return try session.integer(type, at: required(key)) } catch { return try tolerated(type, key, error) }
    }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
        do { return try session.integer(type, at: required(key)) } catch { return try tolerated(type, key, error) }
    }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        do { return try session.integer(type, at: required(key)) } catch { return try tolerated(type, key, error) }
    }
}

/// The same for members that may be absent or null: one look each.
extension IndexKeyedContainer {
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        do {
            guard let node = try present(key) else { return nil }
            return try session.bool(at: node)
        } catch {
            return try toleratedIfPresent(type, key, error)
        }
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        do {
            guard let node = try present(key) else { return nil }
            return try session.string(at: node)
        } catch {
            return try toleratedIfPresent(type, key, error)
        }
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        do {
            guard let node = try present(key) else { return nil }
            return try session.double(at: node)
        } catch {
            return try toleratedIfPresent(type, key, error)
        }
    }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        do {
            guard let node = try present(key) else { return nil }
            return try session.float(at: node)
        } catch {
            return try toleratedIfPresent(type, key, error)
        }
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        do {
            guard let node = try present(key) else { return nil }
            return try session.integer(type, at: node)
        } catch {
            return try toleratedIfPresent(type, key, error)
        }
    }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        do {
            guard let node = try present(key) else { return nil }
            return try session.integer(type, at: node)
        } catch {
            return try toleratedIfPresent(type, key, error)
        }
    }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        do {
            guard let node = try present(key) else { return nil }
            return try session.integer(type, at: node)
        } catch {
            return try toleratedIfPresent(type, key, error)
        }
    }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        do {
            guard let node = try present(key) else { return nil }
            return try session.integer(type, at: node)
        } catch {
            return try toleratedIfPresent(type, key, error)
        }
    }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        do {
            guard let node = try present(key) else { return nil }
            return try session.integer(type, at: node)
        } catch {
            return try toleratedIfPresent(type, key, error)
        }
    }
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
        do {
            guard let node = try present(key) else { return nil }
            return try session.integer(type, at: node)
        } catch {
            return try toleratedIfPresent(type, key, error)
        }
    }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        do {
            guard let node = try present(key) else { return nil }
            return try session.integer(type, at: node)
        } catch {
            return try toleratedIfPresent(type, key, error)
        }
    }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        do {
            guard let node = try present(key) else { return nil }
            return try session.integer(type, at: node)
        } catch {
            return try toleratedIfPresent(type, key, error)
        }
    }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        do {
            guard let node = try present(key) else { return nil }
            return try session.integer(type, at: node)
        } catch {
            return try toleratedIfPresent(type, key, error)
        }
    }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        do {
            guard let node = try present(key) else { return nil }
            return try session.integer(type, at: node)
        } catch {
            return try toleratedIfPresent(type, key, error)
        }
    }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        do {
            guard let node = try present(key) else { return nil }
            return try session.integer(type, at: node)
        } catch {
            return try toleratedIfPresent(type, key, error)
        }
    }
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
        do {
            guard let node = try present(key) else { return nil }
            return try session.integer(type, at: node)
        } catch {
            return try toleratedIfPresent(type, key, error)
        }
    }
}
