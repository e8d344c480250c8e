"""A trained network of PyTorch as a file of safetensors, with what its modules say of themselves."""
from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np

# The types of elements by their NumPy names; bfloat16, which NumPy has not, becomes float32, which holds each of its numbers.
_TYPES = {"float64": "F64", "float32": "F32", "float16": "F16", "int64": "I64", "int32": "I32"}
_META, _PREDICTIONS = "sheafscope", "sheafscope.predictions"
# Activations that a network may hold as a function in place of a module.
_FUNCTIONS = {"relu": "ReLU", "elu": "ELU", "tanh": "Tanh", "leaky_relu": "LeakyReLU"}


def tensors(model: Any, predictions: Any = None) -> bytes:
    """The file of a network: its ``state_dict()``, and under a key of its own the class of every module and those of its
    attributes that are numbers, truth values or words. ``predictions`` are classes by node, or scores (n, classes)."""
    state = model.state_dict() if hasattr(model, "state_dict") else dict(model)
    block, header = [], {"__metadata__": {_META: json.dumps({"modules": _modules(model)})}}
    named = {str(k): _array(v) for k, v in state.items()}
    if predictions is not None:
        named[_PREDICTIONS] = _array(predictions)
    at = 0
    for name, v in named.items():
        if v.dtype.name not in _TYPES:
            raise TypeError(f"the tensor {name} has elements of type {v.dtype}; there are {', '.join(_TYPES)}")
        data = np.ascontiguousarray(v).astype(v.dtype.newbyteorder("<"), copy=False).tobytes()
        header[name] = {"dtype": _TYPES[v.dtype.name], "shape": list(v.shape), "data_offsets": [at, at + len(data)]}
        block.append(data)
        at += len(data)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + b"".join(block)


def _array(v: Any) -> np.ndarray:
    """A tensor as an array, bfloat16 as float32."""
    if hasattr(v, "detach"):
        v = v.detach().cpu()
        if "bfloat16" in str(getattr(v, "dtype", "")):
            v = v.float()
        v = v.numpy()
    out = np.asarray(v)
    return out.astype(np.int64) if out.dtype.kind in "bu" else out


def _modules(model: Any) -> dict[str, Any]:
    """Class and simple attributes of each module, by its name."""
    if not hasattr(model, "named_modules"):
        return {}
    out = {}
    for name, module in model.named_modules():
        own = {k: v for k, v in vars(module).items() if not k.startswith("_") and isinstance(v, (bool, int, float, str))}
        # PyTorch Geometric keeps the word of an aggregation elsewhere; a function has its name.
        if isinstance(vars(module).get("aggr"), str):
            own["aggr"] = module.aggr
        out[name] = {"class": type(module).__name__, "has": {k: v for k, v in own.items() if k != "training"}}
        # PyTorch Geometric has a function as act, DGL as activation or _activation.
        for key in ("act", "activation", "_activation"):
            act = vars(module).get(key)
            if callable(act) and getattr(act, "__name__", "") in _FUNCTIONS:
                out[f"{name}.{key.lstrip('_')}".lstrip(".")] = {"class": _FUNCTIONS[act.__name__], "has": {}}
    return out
