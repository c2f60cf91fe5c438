import Foundation
import Testing
import DateCoding

/// The dates of mail and of HTTP, with their obsolete forms.
@Suite struct MailAndHTTPDateTests {
    @Test(arguments: [
        "Fri, 21 Nov 1997 09:55:06 -0600", "21 Nov 1997 09:55:06 -0600", "21 Nov 97 09:55:06 -0600",
        "Fri,21 Nov 1997 15:55:06 GMT",
        "Fri, 21 Nov 1997 09:55:06 CST", "FRI, 21 NOV 1997 09:55:06 cst",
        "Fri, 21 Nov 1997 09(comment):   55  :  06 -0600",
        "Fri, 21 Nov 1997\r\n 09:55:06 -0600 (a (nested) comment \\))", " Fri, 21 Nov 097 15:55:06 Z ",
        "21 Nov 1997 15:55:06 UT",
    ])
    func mailReads(_ text: String) throws {
        #expect(try DateFormat.mail.date(from: text).timeIntervalSince1970 == 880_127_706)
    }

    @Test(arguments: [
        "Thu, 21 Nov 1997 09:55:06 -0600", "Fri 21 Nov 1997 09:55:06 -0600", "Fri, 21 Nov 1997 9:55:06 -0600",
        "Fri, 21 Nov 1997 09:55:60 -0600",
        "Fri, 21 Nov 1997 09:55:06 -06:00", "Fri, 21 Nov 1997 09:55:06 CEST", "Fri, 21 Nov 1997 09:55:06 -0600 x",
        "Fri, 31 Nov 1997 09:55:06 -0600",
        "Friday, 21 Nov 1997 09:55:06 -0600", "(", "Fri, ",
    ])
    func mailRefuses(_ text: String) {
        #expect(throws: DateFormatError.self) { try DateFormat.mail.date(from: text) }
    }

    /// RFC 5322 appendix A.5.
    @Test func mailMayBeFolded() throws {
        let text =
            "Thu,\r\n      13\r\n        Feb\r\n          1969\r\n      23:32\r\n               -0330 (Newfoundland Time)"
        #expect(try DateFormat.mail.date(from: text).timeIntervalSince1970 == -27_723_480)
    }

    @Test func mailMayLeaveOutSeconds() throws {
        #expect(try DateFormat.mail.date(from: "21 Nov 1997 15:55 +0000").timeIntervalSince1970 == 880_127_700)
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
    func httpReadsItsThreeForms(_ text: String) throws {
        #expect(try DateFormat.httpDate.date(from: text).timeIntervalSince1970 == 784_111_777)
    }

    @Test(arguments: [
        "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 +0000",
        "Sun, 06 Nov 1994 08:49:37",
        "Sun Nov 6 08:49:37 1994", "Sun Nov 06 08:49:37 1994 GMT", "Monday, 06-Nov-94 08:49:37 GMT",
        "Sun,06 Nov 1994 08:49:37 GMT",
        "SUN, 06 NOV 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun",
    ])
    func httpRefuses(_ text: String) {
        #expect(throws: DateFormatError.self) { try DateFormat.httpDate.date(from: text) }
    }

    @Test func twoDigitYearsOfHTTPHaveAFixedCentury() throws {
        #expect(try DateFormat.httpDate.zonedDate(from: "Tuesday, 01-Jan-69 00:00:00 GMT").year == 2069)
        #expect(try DateFormat.httpDate.zonedDate(from: "Thursday, 01-Jan-70 00:00:00 GMT").year == 1970)
        let old = DateFormat.httpDate(twoDigitYearsFrom: 1920)
        #expect(try old.zonedDate(from: "Wednesday, 01-Jan-69 00:00:00 GMT").year == 1969)
    }
}
