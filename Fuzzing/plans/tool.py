"""Runs the command-line tool on plans and batches of documents."""
import json
import os
import subprocess
import tempfile

from values import parse, text


class Crash(Exception):
    """The tool ended by a signal, hung, or said that it is broken."""

    def __init__(self, arguments, what):
        super().__init__(what)
        self.arguments = arguments


class Outcome:
    """What became of one document: `output` (a text) with `losses`, or an `error`."""

    __slots__ = ("output", "losses", "error")

    def __init__(self):
        self.output, self.losses, self.error = None, [], None

    @property
    def value(self):
        return parse(self.output)

    @property
    def is_good(self):
        return self.output is not None

    def key(self):
        """All of it, except the numbers of lines."""
        losses = [{key: value for key, value in loss.items() if key != "line"} for loss in self.losses]
        error = self.error and {key: self.error[key] for key in ("column", "code", "path", "reason", "version")}
        return text([self.output, losses, error])


class PlanRefused(Exception):
    """The tool does not accept the plan, or the way that was asked for."""


class Tool:
    def __init__(self, path, folder=None, timeout=60):
        self.path, self.timeout = os.path.abspath(path), timeout
        self.folder = folder or tempfile.mkdtemp(prefix="plan-fuzz-")
        self.runs = 0

    def file(self, name, content=None):
        path = os.path.join(self.folder, name)
        if content is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(content)
        return path

    def run(self, *arguments):
        self.runs += 1
        try:
            done = subprocess.run([self.path, *arguments], capture_output=True, timeout=self.timeout, cwd=self.folder)
        except subprocess.TimeoutExpired:
            raise Crash(arguments, f"no end within {self.timeout} seconds") from None
        if done.returncode < 0 or done.returncode == 70 or done.returncode >= 128:
            words = done.stderr.decode("utf-8", "replace")
            raise Crash(arguments, f"exit status {done.returncode}: {words[:600]}")
        return done

    def write(self, plan):
        return self.file("plan.json", text(plan))

    def migrate(self, plan, documents, to, start, *options):
        """Migrates documents as lines; an `Outcome` for each.

        - `plan`: A plan, or the arguments that name one.
        """
        name = self.file("in.ndjson", "".join(text(document) + "\n" for document in documents))
        files = {key: self.file(key) for key in ("bad", "bad-report", "losses")}
        for file in files.values():
            if os.path.exists(file):
                os.remove(file)
        source = ["--plan", self.write(plan)] if isinstance(plan, dict) else list(plan)
        done = self.run(
            "migrate", *source, "--to", to, *(["--from", start] if start else []), "--ndjson", "--keep-bad",
            files["bad"], "--bad-report", files["bad-report"], "--losses-file", files["losses"], *options, name)
        outcomes = [Outcome() for _ in documents]
        if done.returncode != 0:
            raise PlanRefused(done.stderr.decode("utf-8", "replace").strip())
        for error in lines(files["bad-report"]):
            outcomes[error["line"] - 1].error = error
        output = done.stdout.decode("utf-8").split("\n")[:-1]
        good = [outcome for outcome in outcomes if outcome.error is None]
        if len(good) != len(output):
            raise Crash(("migrate",), f"{len(output)} lines of output for {len(good)} good documents")
        for outcome, line in zip(good, output):
            outcome.output = line
        for loss in lines(files["losses"]):
            outcomes[loss["line"] - 1].losses.append(loss)
        return outcomes

    def single(self, source, document, to, start, *options):
        """Migrates one document, a value or a text, of a file of its own."""
        given = document if type(document) is str else text(document)
        name, losses = self.file("one.json", given), self.file("one-losses")
        if os.path.exists(losses):
            os.remove(losses)
        done = self.run(
            "migrate", *source, "--to", to, *(["--from", start] if start else []), "--losses-file", losses, *options,
            name)
        outcome = Outcome()
        if done.returncode == 0:
            outcome.output = done.stdout.decode("utf-8")
            outcome.losses = lines(losses)
        else:
            outcome.error = {"reason": done.stderr.decode("utf-8", "replace").strip()}
        return outcome

    def compare(self, plan, older, newer):
        done = self.run("compare", "--plan", self.write(plan), "--json", "--from", older, "--to", newer)
        if done.returncode != 0:
            raise PlanRefused(done.stderr.decode("utf-8", "replace").strip())
        return json.loads(done.stdout)


def lines(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [decoded(line) for line in file if line.strip()]


def decoded(line):
    """An object of the tool: numbers of lines and columns as such, the value as the document spells it."""
    object_ = json.loads(line)
    if "value" in object_:
        object_["value"] = parse(line)["value"]
    return object_
