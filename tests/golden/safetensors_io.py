"""Read and write safetensors files with numpy alone.

The format: 8 bytes, the length of the header, little-endian; the header, JSON that gives each
tensor's dtype, shape and place; then the tensors' bytes, little-endian and row by row.
"""

import json
import struct

import numpy as np

_NAMES = {"F64": "<f8", "F32": "<f4", "I64": "<i8", "I32": "<i4"}


def write(path, tensors, metadata):
    """Write named arrays (float64, float32, int64 or int32) and a dict of strings."""
    header = {"__metadata__": {key: str(value) for key, value in metadata.items()}}
    blobs, place = [], 0
    for name, array in tensors.items():
        array = np.asarray(array)
        dtype = {"f8": "F64", "f4": "F32", "i8": "I64", "i4": "I32"}[array.dtype.str[1:]]
        blob = array.astype(_NAMES[dtype]).tobytes(order="C")
        header[name] = {
            "dtype": dtype,
            "shape": list(array.shape),
            "data_offsets": [place, place + len(blob)],
        }
        blobs.append(blob)
        place += len(blob)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)  # tensors start at a multiple of 8
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + b"".join(blobs))


def read(path):
    """Return ({name: array}, {key: string})."""
    with open(path, "rb") as file:
        data = file.read()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    metadata = header.pop("__metadata__", {})
    body = data[8 + length :]
    tensors = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        flat = np.frombuffer(body[begin:end], dtype=_NAMES[entry["dtype"]])
        tensors[name] = flat.reshape(entry["shape"])
    return tensors, metadata
