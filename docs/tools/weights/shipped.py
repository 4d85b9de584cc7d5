"""Weights of the folder that ships, for training them on: read as they are used, and written again into the same network, with its pieces and
directions.
"""

import shutil
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

NETWORK = "onnx/model_quantized.onnx"
# Names of one layer there, and in network.py.
LINEAR = {"q": "query", "k": "key", "v": "value", "ao": "mix", "fi": "widen", "fo": "narrow"}
NORMS = {"aln": "mix_norm", "oln": "narrow_norm"}
MEANING = "to_meaning"


def is_shipped(folder: str) -> bool:
    return Path(folder, NETWORK).exists()


def read_shipped(folder: str, layers: int) -> dict[str, torch.Tensor]:
    stored = {one.name: numpy_helper.to_array(one) for one in onnx.load(str(Path(folder, NETWORK))).graph.initializer}
    codes = stored["word_codes"].astype(np.float32)
    high = np.floor(codes / 16)
    groups = (np.concatenate([codes - 16 * high, high], axis=-1) - 8) * stored["word_steps"].astype(np.float32)[..., None]
    weights = {"words": groups.reshape(len(groups), -1), "places": restore(stored, "pos"), "meaning": stored[MEANING]}
    weights |= {"norm.weight": stored["eln.w"], "norm.bias": stored["eln.b"]}
    for number in range(layers):
        for short, own in (LINEAR | NORMS).items():
            name = f"l{number}.{short}"
            weights[f"{number}.{own}.weight"] = restore(stored, f"{name}.w") if short in LINEAR else stored[f"{name}.w"]
            weights[f"{number}.{own}.bias"] = stored[f"{name}.b"]
    return {name: torch.from_numpy(np.array(value, np.float32)) for name, value in weights.items()}


def restore(stored: dict[str, np.ndarray], name: str) -> np.ndarray:
    return (stored[f"{name}_quantized"].astype(np.float32) - stored[f"{name}_zero_point"]) * stored[f"{name}_scale"]


def write_shipped(weights: dict[str, torch.Tensor], layers: int, folder: str, out: str) -> None:
    """The folder anew, with these layers and directions; words and places stay."""
    numbers = {MEANING: weights["meaning"].numpy()}
    for number in range(layers):
        for short, own in (LINEAR | NORMS).items():
            weight, bias = (weights[f"{number}.{own}.{part}"].numpy() for part in ("weight", "bias"))
            name = f"l{number}.{short}"
            numbers |= {f"{name}.b": bias} | (quantize(weight, f"{name}.w") if short in LINEAR else {f"{name}.w": weight})
    model = onnx.load(str(Path(folder, NETWORK)))
    for one in model.graph.initializer:
        if one.name in numbers:
            one.CopyFrom(numpy_helper.from_array(np.ascontiguousarray(numbers.pop(one.name)), one.name))
    assert not numbers, f"the network lacks {sorted(numbers)}"
    shutil.copytree(folder, out, dirs_exist_ok=True)
    onnx.save(model, str(Path(out, NETWORK)))


def quantize(weight: np.ndarray, name: str) -> dict[str, np.ndarray]:
    """A byte for each number, and a scale for each column."""
    scales = (np.abs(weight).max(0) / 127).astype(np.float32)
    codes = np.clip(np.round(weight / scales), -127, 127).astype(np.int8)
    return {f"{name}_quantized": codes, f"{name}_scale": scales, f"{name}_zero_point": np.zeros(len(scales), np.int8)}
