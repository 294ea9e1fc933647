"""Builds gnac._core with the project's own CMake, and bundles libraries that a machine may lack.

Used by ``pip install ./python`` and by ``./python/install``. Where GNAC_CORE names a module that is built
already, that one is taken.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

PROJECT = Path(__file__).resolve().parent.parent
NEEDED = "on Debian and its relatives run ./setup build, elsewhere install what it lists"

# Libraries that every Linux with Python has; all others go into the wheel.
SYSTEM_LIBRARIES = ("linux-vdso", "ld-linux", "libc.", "libm.", "libpthread", "libdl", "librt")
SYSTEM_LIBRARIES += ("libgcc_s", "libstdc++", "libz.")


def version():
    text = (PROJECT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(gnac VERSION (\S+)", text).group(1)


def foreign_libraries(module):
    """Files of the shared libraries that the module needs and a plain system may not have."""
    listing = subprocess.run(["ldd", module], check=True, capture_output=True, text=True).stdout
    found = re.findall(r"^\s*(\S+) => (/\S+)", listing, flags=re.MULTILINE)
    return [Path(path) for name, path in found if not name.startswith(SYSTEM_LIBRARIES)]


def copyright_of(library):
    """The licence text of the Debian package that a library came from, if there is one."""
    question = ["dpkg", "-S", f"*/{library.name}"]
    try:
        owner = subprocess.run(question, check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    text = Path("/usr/share/doc") / owner.split(":")[0] / "copyright"
    return text if text.exists() else None


class CMakeBuild(build_ext):
    def build_extension(self, extension):
        built = Path(os.environ["GNAC_CORE"]) if "GNAC_CORE" in os.environ else self.built()
        target = Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(built, target)
        shutil.copyfile(PROJECT / "LICENSE", target.parent / "LICENSE")
        self.bundle(built, target.parent / "_libs")

    def built(self):
        tree = PROJECT / "build" / f"package-{sysconfig.get_config_var('SOABI')}"
        definitions = {
            "CMAKE_BUILD_TYPE": "Release",
            "GNAC_TESTS": "OFF",
            "GNAC_PYTHON": "ON",
            "Python_EXECUTABLE": sys.executable,
        }
        options = [f"-D{name}={value}" for name, value in definitions.items()]
        jobs = str(os.cpu_count() or 1)
        if not shutil.which("cmake"):
            raise SystemExit(f"gnac is C++ inside, and cmake is not installed; {NEEDED}")
        configured = subprocess.run(["cmake", "-S", PROJECT, "-B", tree, *options], check=False)
        if configured.returncode != 0:
            raise SystemExit(f"gnac cannot be built here: see CMake's message above; {NEEDED}")
        subprocess.run(["cmake", "--build", tree, "--target", "_core", "-j", jobs], check=True)
        return next((tree / "python" / "gnac").glob("_core*.so"))

    def bundle(self, module, folder):
        folder.mkdir(exist_ok=True)
        for library in foreign_libraries(module):
            shutil.copyfile(library, folder / library.name)
            licence = copyright_of(library)
            if licence:
                shutil.copyfile(licence, folder / f"{library.name}.copyright")


def require_wheel():
    """Without build isolation the environment's own packages build, and setuptools before 70 makes no wheels alone."""
    if not any(find_spec(name) for name in ("wheel", "setuptools.command.bdist_wheel")):
        raise SystemExit(
            f"{sys.prefix} lacks the package wheel, which builds gnac: pip install wheel, or, without network, "
            "make the environment with --system-site-packages where the system has it"
        )


require_wheel()
setup(
    version=version(), ext_modules=[Extension("gnac._core", [])], cmdclass={"build_ext": CMakeBuild}
)
