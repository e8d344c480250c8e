"""Builds the wheel (PEP 517), with nothing but Python itself: the same sources give the same bytes.

The page travels in the wheel when it is there: the file that SHEAFSCOPE_PAGE
names, else dist/sheafscope.html of this repository (./build.sh single-file).
"""
from __future__ import annotations

import base64
import hashlib
import os
import re
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def _project() -> dict[str, str]:
    text = (HERE / "pyproject.toml").read_text("utf-8")
    return dict(re.findall(r'^(name|version|description|requires-python) = "(.*)"$', text, re.M))


def _files() -> dict[str, bytes]:
    """What the wheel holds, by name."""
    p = _project()
    info = f"{p['name']}-{p['version']}.dist-info"
    files = {f"sheafscope/{f.name}": f.read_bytes() for f in sorted((HERE / "sheafscope").iterdir()) if f.suffix in (".py", ".typed")}
    page = Path(os.environ.get("SHEAFSCOPE_PAGE") or ROOT / "dist" / "sheafscope.html")
    if page.exists():
        files["sheafscope/page.html"] = page.read_bytes()
    metadata = (
        f"Metadata-Version: 2.1\nName: {p['name']}\nVersion: {p['version']}\nSummary: {p['description']}\nLicense: BSD-3-Clause\n"
        f"Requires-Python: {p['requires-python']}\nRequires-Dist: numpy\nRequires-Dist: scipy\n"
        "Description-Content-Type: text/markdown\n\n" + (HERE / "README.md").read_text("utf-8")
    )
    files[f"{info}/METADATA"] = metadata.encode()
    files[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: sheafscope\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    if (ROOT / "LICENSE").exists():
        files[f"{info}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    record = ""
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(data)}\n"
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    return files


def build_wheel(wheel_directory: str, config_settings=None, metadata_directory=None) -> str:
    p = _project()
    name = f"{p['name']}-{p['version']}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as z:
        for path, data in _files().items():
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            z.writestr(entry, data)
    return name


if __name__ == "__main__":
    import sys

    print(build_wheel(sys.argv[1]))
