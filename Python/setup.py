"""Builds the wheel: the module, and the library that it calls. Needs a Swift toolchain (6.2 or later).

`VERSIONED_JSON_LIBRARY` names a library that was built already, which is then taken as it is.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

ROOT = pathlib.Path(__file__).resolve().parent.parent


def built_library(work: pathlib.Path) -> pathlib.Path:
    """The library with all that it needs of Swift, built from the package around this folder."""
    command = ["swift", "build", "-c", "release", "--product", "versionedjson", "--scratch-path", str(ROOT / ".build/python")]
    if sys.platform.startswith("linux"):
        # Swift's own library goes into the file, and nothing but the calls of the header can be seen from outside, so
        # that it meets no other Swift in the process.
        exports = work / "exports"
        exports.write_text("{ global: versionedjson_*; local: *; };\n")
        # The first option alone is for programs; libraries are linked so by the second.
        command += ["--static-swift-stdlib", "-Xswiftc", "-static-stdlib"]
        command += ["-Xlinker", f"--version-script={exports}", "-Xlinker", "-s"]
    subprocess.run(command, cwd=ROOT, check=True)
    folder = subprocess.run([*command, "--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True)
    return next(pathlib.Path(folder.stdout.strip()).glob("libversionedjson.*"))


class BuildWithLibrary(build_py):
    """Puts the library beside the modules."""

    def run(self) -> None:
        super().run()
        target = pathlib.Path(self.build_lib) / "versioned_json"
        with tempfile.TemporaryDirectory() as work:
            given = os.environ.get("VERSIONED_JSON_LIBRARY")
            library = pathlib.Path(given) if given else built_library(pathlib.Path(work))
            shutil.copy(library, target / ("libversionedjson" + library.suffix))


class LibraryWheel(bdist_wheel):
    """A wheel for one system, and any Python: nothing is compiled against Python."""

    def get_tag(self) -> "tuple[str, str, str]":
        return ("py3", "none", super().get_tag()[2])


class LibraryDistribution(Distribution):
    def has_ext_modules(self) -> bool:
        return True


setup(cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": LibraryWheel}, distclass=LibraryDistribution)
