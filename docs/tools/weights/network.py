"""The network: a BERT encoder whose states are averaged and brought to unit length, in JAX. Weights in, vectors out."""

import json
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from safetensors.numpy import load_file, save_file

EPSILON = 1e-12
# Names in files of the hub, and here: of one layer.
MATRICES = {
    "attention.self.query": "query",
    "attention.self.key": "key",
    "attention.self.value": "value",
    "attention.output.dense": "mix",
    "intermediate.dense": "widen",
    "output.dense": "narrow",
}
NORMS = {"attention.output.LayerNorm": "mix_norm", "output.LayerNorm": "narrow_norm"}


def read_config(folder: str) -> dict:
    return json.loads(Path(folder, "config.json").read_text())


def read_weights(folder: str) -> dict:
    """`model.safetensors` of a BERT encoder, as the hub has it."""
    given = {name.removeprefix("bert."): value for name, value in load_file(str(Path(folder, "model.safetensors"))).items()}
    linear = lambda name: {"weight": given[f"{name}.weight"].T, "bias": given[f"{name}.bias"]}
    norm = lambda name: {"weight": given[f"{name}.weight"], "bias": given[f"{name}.bias"]}
    layers = []
    for number in range(read_config(folder)["num_hidden_layers"]):
        at = f"encoder.layer.{number}"
        layers.append(
            {own: linear(f"{at}.{name}") for name, own in MATRICES.items()}
            | {own: norm(f"{at}.{name}") for name, own in NORMS.items()}
        )
    weights = {
        "words": given["embeddings.word_embeddings.weight"],
        "places": given["embeddings.position_embeddings.weight"] + given["embeddings.token_type_embeddings.weight"][0],
        "norm": norm("embeddings.LayerNorm"),
        "layers": layers,
    }
    return jax.tree.map(lambda value: jnp.asarray(value, jnp.float32), weights)


def create_weights(config: dict, seed: int) -> dict:
    """Of chance, to try the way with a small network."""
    random = np.random.default_rng(seed)
    width, wide = config["hidden_size"], config["intermediate_size"]
    linear = lambda rows, columns: {"weight": random.normal(0, 0.05, (rows, columns)), "bias": np.zeros(columns)}
    norm = lambda: {"weight": np.ones(width), "bias": np.zeros(width)}
    layer = lambda: {
        **{name: linear(width, width) for name in ("query", "key", "value", "mix")},
        "widen": linear(width, wide),
        "narrow": linear(wide, width),
        "mix_norm": norm(),
        "narrow_norm": norm(),
    }
    weights = {
        "words": random.normal(0, 0.05, (config["vocab_size"], width)),
        "places": random.normal(0, 0.05, (config["max_position_embeddings"], width)),
        "norm": norm(),
        "layers": [layer() for _ in range(config["num_hidden_layers"])],
    }
    return jax.tree.map(lambda value: jnp.asarray(value, jnp.float32), weights)


def save_weights(weights: dict, file: str) -> None:
    """Flat, by path: for `load_saved`."""
    leaves = jax.tree_util.tree_leaves_with_path(weights)
    save_file({jax.tree_util.keystr(path): np.asarray(value) for path, value in leaves}, file)


def load_saved(like: dict, file: str) -> dict:
    saved = load_file(file)
    return jax.tree_util.tree_map_with_path(lambda path, _: jnp.asarray(saved[jax.tree_util.keystr(path)]), like)


def normalise(states, norm):
    centred = states - states.mean(-1, keepdims=True)
    spread = jax.lax.rsqrt((centred * centred).mean(-1, keepdims=True) + EPSILON)
    return centred * spread * norm["weight"] + norm["bias"]


def apply(states, linear):
    return states @ linear["weight"] + linear["bias"]


def embed(weights: dict, pieces, heads: int):
    """Unit vectors of texts: `pieces` are rows of numbers of pieces, filled up with -1."""
    is_there = pieces >= 0
    rows, length = pieces.shape
    width = weights["words"].shape[1]
    states = weights["words"][jnp.maximum(pieces, 0)] + weights["places"][:length]
    states = normalise(states, weights["norm"])
    mask = jnp.where(is_there, 0.0, -1e9)[:, None, None, :]
    split = lambda value: value.reshape(rows, length, heads, width // heads).transpose(0, 2, 1, 3)
    for layer in weights["layers"]:
        query, key, value = (split(apply(states, layer[name])) for name in ("query", "key", "value"))
        looks = jax.nn.softmax(query @ key.transpose(0, 1, 3, 2) / jnp.sqrt(width // heads) + mask, axis=-1)
        seen = (looks @ value).transpose(0, 2, 1, 3).reshape(rows, length, width)
        states = normalise(states + apply(seen, layer["mix"]), layer["mix_norm"])
        wide = jax.nn.gelu(apply(states, layer["widen"]), approximate=False)
        states = normalise(states + apply(wide, layer["narrow"]), layer["narrow_norm"])
    total = jnp.where(is_there[:, :, None], states, 0).sum(1)
    return total / jnp.sqrt((total * total).sum(-1, keepdims=True) + EPSILON)
