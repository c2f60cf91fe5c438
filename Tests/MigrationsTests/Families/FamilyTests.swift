import Foundation
import Migrations
import Synchronization
import TestSupport
import Testing
import VersionedCodec

/// One expected result of the shared files.
struct FamilyCase: Sendable, CustomTestStringConvertible {
    let plan: String
    let input: String
    let target: String
    let expected: String

    var testDescription: String { "\(input) to \(target)" }

    static let ingress = cases("ingress") { entry in
        guard let to = entry["to"]?.string else { return [] }
        return [(entry["input"]?.string ?? "", to, entry["expected"]?.string ?? "")]
    }

    static let nbformat = cases("nbformat") { entry in
        (entry["expected"]?.object ?? [:]).map { result in
            (entry["joined"]?.string ?? "", String(result.key.dropFirst().prefix(1)), result.value.string ?? "")
        }
    }

    static let denoLock = cases("deno-lock") { entry in
        guard let name = entry["name"]?.string, let to = entry["to"]?.string, to < "5" else { return [] }
        let folder = name.hasPrefix("test_") ? "unit-pairs" : "spec-pairs"
        return [("\(folder)/\(name).in.json", to, "\(folder)/\(name).out.json")]
    }

    private static func cases(
        _ family: String, _ read: (JSONValue) -> [(input: String, target: String, expected: String)]
    ) -> [FamilyCase] {
        guard RepositoryFiles.hasSharedData else { return [] }
        do {
            let index = try JSONDocument(parsing: RepositoryFiles.shared("\(family)/index.json")).root
            return (index.array ?? []).flatMap(read).map {
                FamilyCase(
                    plan: "Examples/Plans/\(family).json", input: "\(family)/\($0.input)", target: $0.target,
                    expected: "\(family)/\($0.expected)")
            }
        } catch { return [] }
    }

    private static let plans = Mutex<[String: MigrationPlan]>([:])

    /// A plan of the examples. It is read once: reading a long one takes longer than most tests with it.
    static func plan(_ family: String) throws -> MigrationPlan {
        try plans.withLock { plans in
            if let known = plans[family] { return known }
            let path = "Examples/Plans/\(family).json"
            let plan = try MigrationPlan(planFile: Data(contentsOf: RepositoryFiles.root.appending(path: path)))
            plans[family] = plan
            return plan
        }
    }

    func check(_ plan: MigrationPlan) throws {
        let result = try plan.migrate(RepositoryFiles.shared(input), to: target)
        let expected = try JSONDocument(parsing: RepositoryFiles.shared(expected)).root
        let differences = Loss.Difference.between(expected, try JSONDocument(parsing: result.bytes).root)
        #expect(differences.map(\.description) == [])
    }
}

@Suite(.enabled(if: RepositoryFiles.hasSharedData, Comment(rawValue: RepositoryFiles.sharedDataIsAbsent)))
struct FamilyTests {
    @Test(arguments: FamilyCase.ingress) func ingress(_ file: FamilyCase) throws {
        try file.check(FamilyCase.plan("ingress"))
    }

    @Test(arguments: FamilyCase.nbformat) func notebook(_ file: FamilyCase) throws {
        try file.check(FamilyCase.plan("nbformat"))
    }

    @Test(arguments: FamilyCase.denoLock.filter { $0.target < "4" }) func denoLock(_ file: FamilyCase) throws {
        try file.check(FamilyCase.plan("deno-lock"))
    }

    @Test(arguments: FamilyCase.denoLock.filter { $0.target == "4" }) func denoLockInSwift(_ file: FamilyCase) throws {
        let plan = try FamilyCase.plan("deno-lock").extended(by: [PlanVersion("4")], [DenoLock.step3To4])
        try file.check(plan)
        for trip in try plan.roundTrips(of: JSONDocument(parsing: RepositoryFiles.shared(file.input))) {
            guard case .returned(let returned) = trip.outcome, trip.through == "4" else { continue }
            #expect(returned.losses.isEmpty && returned.additions.isEmpty, "\(returned)")
        }
    }

    @Test func everyEntryIsThere() {
        #expect(FamilyCase.ingress.count == 14)
        #expect(FamilyCase.nbformat.count == 37)
        #expect(FamilyCase.denoLock.filter { $0.target < "4" }.count == 2)
        #expect(FamilyCase.denoLock.filter { $0.target == "4" }.count == 1)
    }

    @Test(arguments: FamilyCase.ingress + FamilyCase.nbformat + FamilyCase.denoLock.filter { $0.target < "4" })
    func nothingIsLostInSilence(_ file: FamilyCase) throws {
        // This notebook of format 4 has a heading, which only format 3 has: it comes back as the Markdown that it
        // should be.
        if file.input.hasSuffix("rel-3.0.0__invalid.json") { return }
        let plan = try MigrationPlan(
            planFile: Data(contentsOf: RepositoryFiles.root.appending(path: file.plan)))
        for trip in try plan.roundTrips(of: JSONDocument(parsing: RepositoryFiles.shared(file.input))) {
            #expect(trip.isSound, "\(trip.through): \(trip.outcome)")
        }
    }
}

/// What the shared files do not show.
@Suite struct FamilyDetailTests {
    @Test func unknownMIMETypeOfANotebookIsALoss() throws {
        let notebook = #"""
            {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{"cell_type": "code", "id": "a", "metadata": {},
             "source": "", "execution_count": null, "outputs": [
             {"output_type": "display_data", "metadata": {}, "data": {"text/plain": "x", "application/geo+json": {"type": "Point"}}}]}]}
            """#
        let result = try FamilyCase.plan("nbformat").migrate(notebook, to: "3")
        #expect(
            result.losses.map(\.description).contains(
                #"line 3, column 102, at "/cells/0/outputs/0/data/application~1geo+json": lost {"type":"Point"}: its key is not in the table (step 4 → 3, rename the keys of "/data")"#
            ), "\(result.losses.map(\.description))")
    }

    @Test func notebookOfTodayIsPassedThroughByteForByte() throws {
        let notebook = "{\"nbformat\":4,  \"nbformat_minor\":5, \"cells\":[]}\n"
        #expect(try FamilyCase.plan("nbformat").migrate(notebook, to: "4").text == notebook)
    }

    @Test func backendWithoutAServiceKeepsItsResource() throws {
        let ingress =
            #"{"apiVersion":"networking.k8s.io/v1beta1","spec":{"backend":{"resource":{"kind":"B"},"servicePort":0}}}"#
        let plan = try FamilyCase.plan("ingress")
        let up = try plan.migrate(ingress, to: "networking.k8s.io/v1")
        #expect(
            up.text == #"{"apiVersion":"networking.k8s.io/v1","spec":{"defaultBackend":{"resource":{"kind":"B"}}}}"#)
        #expect(up.losses.isEmpty)
        #expect(try plan.migrate(up.text, to: "networking.k8s.io/v1beta1").text == ingress)
    }
}
