"""The network: a BERT encoder whose states are averaged and brought to unit length, in PyTorch. Weights in, vectors out.

Texts are packed: their pieces stand one after another, so that only the attention is computed for empty places.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file
from torch.nn import functional

from shipped import is_shipped, read_shipped

EPSILON = 1e-12
# Names in files of the hub, and here: of one layer.
LINEAR = {
    "attention.self.query": "query",
    "attention.self.key": "key",
    "attention.self.value": "value",
    "attention.output.dense": "mix",
    "intermediate.dense": "widen",
    "output.dense": "narrow",
}
NORMS = {"attention.output.LayerNorm": "mix_norm", "output.LayerNorm": "narrow_norm"}

Weights = dict[str, torch.Tensor]


@dataclass(frozen=True)
class Packed:
    """Numbers of the pieces of several texts, and where each text begins; one beginning more than texts."""

    pieces: torch.Tensor
    starts: torch.Tensor


def pack(texts: list[np.ndarray]) -> Packed:
    starts = np.cumsum([0, *map(len, texts)])
    return Packed(torch.from_numpy(np.concatenate(texts).astype(np.int64)), torch.from_numpy(starts))


def read_config(folder: str) -> dict:
    return json.loads(Path(folder, "config.json").read_text())


def read_weights(folder: str) -> Weights:
    """`model.safetensors` of a BERT encoder, as the hub has it, or the folder that ships."""
    if is_shipped(folder):
        return read_shipped(folder, read_config(folder)["num_hidden_layers"])
    given = {name.removeprefix("bert."): value.float() for name, value in load_file(str(Path(folder, "model.safetensors"))).items()}
    weights = {
        "words": given["embeddings.word_embeddings.weight"],
        "places": given["embeddings.position_embeddings.weight"] + given["embeddings.token_type_embeddings.weight"][0],
        "norm.weight": given["embeddings.LayerNorm.weight"],
        "norm.bias": given["embeddings.LayerNorm.bias"],
    }
    for number in range(read_config(folder)["num_hidden_layers"]):
        for name, own in (LINEAR | NORMS).items():
            weight, bias = (given[f"encoder.layer.{number}.{name}.{part}"] for part in ("weight", "bias"))
            weights[f"{number}.{own}.weight"] = weight.T.contiguous() if name in LINEAR else weight
            weights[f"{number}.{own}.bias"] = bias
    return weights


def create_weights(config: dict, seed: int) -> Weights:
    """Of chance, to try the way with a small network."""
    chance = torch.Generator().manual_seed(seed)
    width, wide = config["hidden_size"], config["intermediate_size"]
    matrix = lambda rows, columns: 0.05 * torch.randn(rows, columns, generator=chance)
    weights = {"words": matrix(config["vocab_size"], width), "places": matrix(config["max_position_embeddings"], width)}
    norms = ["norm"]
    for number in range(config["num_hidden_layers"]):
        norms += [f"{number}.{name}" for name in NORMS.values()]
        for name in LINEAR.values():
            rows, columns = (wide if name == "narrow" else width), (wide if name == "widen" else width)
            weights |= {f"{number}.{name}.weight": matrix(rows, columns), f"{number}.{name}.bias": torch.zeros(columns)}
    for name in norms:
        weights |= {f"{name}.weight": torch.ones(width), f"{name}.bias": torch.zeros(width)}
    return weights


def embed(weights: Weights, config: dict, texts: Packed) -> torch.Tensor:
    """Unit vectors of texts."""
    with torch.autocast("cpu", dtype=torch.bfloat16):
        states = compute_states(weights, config, texts).float()
    lengths = texts.starts.diff()
    row = torch.arange(len(lengths)).repeat_interleave(lengths)
    sums = states.new_zeros(len(lengths), states.shape[1]).index_add(0, row, states)
    return functional.normalize(sums, dim=1)


def compute_states(weights: Weights, config: dict, texts: Packed) -> torch.Tensor:
    width, heads = config["hidden_size"], config["num_attention_heads"]
    lengths = texts.starts.diff()
    count, longest = len(lengths), int(lengths.max())
    place = torch.arange(len(texts.pieces)) - texts.starts[:-1].repeat_interleave(lengths)
    slot = torch.arange(count).repeat_interleave(lengths) * longest + place
    mask = torch.full((count * longest,), -1e9)
    mask[slot] = 0
    mask = mask.view(count, 1, 1, longest)

    def norm(states: torch.Tensor, name: str) -> torch.Tensor:
        return functional.layer_norm(states, (width,), weights[f"{name}.weight"], weights[f"{name}.bias"], EPSILON)

    def apply(states: torch.Tensor, name: str) -> torch.Tensor:
        return torch.addmm(weights[f"{name}.bias"], states, weights[f"{name}.weight"])

    def spread(states: torch.Tensor) -> torch.Tensor:
        rows = states.new_zeros(count * longest, width).index_copy(0, slot, states)
        return rows.view(count, longest, heads, width // heads).transpose(1, 2)

    def run(states: torch.Tensor, number: int) -> torch.Tensor:
        query, key, value = (spread(apply(states, f"{number}.{name}")) for name in ("query", "key", "value"))
        looks = torch.softmax(query @ key.transpose(2, 3) * (width // heads) ** -0.5 + mask, -1)
        seen = (looks @ value).transpose(1, 2).reshape(count * longest, width)[slot]
        states = norm(states + apply(seen, f"{number}.mix"), f"{number}.mix_norm")
        wide = functional.gelu(apply(states, f"{number}.widen"))
        return norm(states + apply(wide, f"{number}.narrow"), f"{number}.narrow_norm")

    states = norm(weights["words"][texts.pieces] + weights["places"][place], "norm")
    for number in range(config["num_hidden_layers"]):
        states = run(states, number)
    return states @ weights["meaning"] if "meaning" in weights else states


def embed_all(weights: Weights, config: dict, texts: list[np.ndarray]) -> np.ndarray:
    """Those of similar lengths at once."""
    order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
    with torch.no_grad():
        parts = [embed(weights, config, pack([texts[one] for one in order[at : at + 64]])).numpy() for at in range(0, len(order), 64)]
    return np.concatenate(parts)[np.argsort(order)]
