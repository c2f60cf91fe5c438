import Migrations
import Testing
import VersionedCodec

/// What is absent is shown where the innermost value is that should have held it.
@Suite struct AbsencePositionTests {
    @Test(arguments: [
        Misfit(
            .remove("/x/y"), on: "{\"a\":1,\n \"x\":{\"z\":1}}", .absent,
            says: #"line 2, column 6, at "/x/y": there is no member "y""#),
        Misfit(
            .remove("/x/y/z"), on: "{\"a\":1,\n \"x\":{\"z\":1}}", .absent,
            says: #"line 2, column 6, at "/x/y/z": there is no member "y" on the way to "/x/y/z""#),
        Misfit(
            .convert("/x/3", from: .string, to: .number), on: "{\"a\":1,\n \"x\":[0]}", .absent,
            says: #"line 2, column 6, at "/x/3": there is no element 3"#),
        Misfit(
            .remove("/x/y"), on: "{\"a\":1,\n \"x\":[0]}", .absent,
            says: #"line 2, column 6, at "/x/y": an array has no member "y""#),
        Misfit(
            .copy("/a", to: "/x/o/n"), on: "{\"a\":1,\n \"x\":{}}", .absent,
            says: #"line 2, column 6, at "/x/o": there is no object to put "/x/o/n" into"#),
        Misfit(.remove("/x"), on: " {}", .absent, says: #"line 1, column 2, at "/x": there is no member "x""#),
    ])
    func absenceIsShownWhereItWouldStand(_ misfit: Misfit) throws { try misfit.check() }
}
