"""Writes trained weights as the folder that @xenova/transformers reads: words with 4 bits, the other matrices with 8.

    python export.py --modules modules.ndjson --needs ../../../data/needs/needs.tsv --base BASE --trained trained.safetensors --out NAME

Of the folder that ships as BASE, pieces and directions stay. Of others, pieces that neither the corpus nor `--words` (texts, one a line) have are left out. The states are brought to fewer numbers along the
directions that carry most of the vectors of texts and needs.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.torch import load_file
from tokenizers import Tokenizer

from corpus import read_corpus
from network import EPSILON, Weights, embed_all, read_config
from shipped import is_shipped, write_shipped
from train import PASSAGE, PASSAGE_PIECES, QUESTION, QUESTION_PIECES, open_tokenizer, to_pieces

GROUP = 32


def main() -> None:
    parser = argparse.ArgumentParser()
    for name in ("base", "trained", "out"):
        parser.add_argument(f"--{name}", required=True)
    for name in ("modules", "needs"):
        parser.add_argument(f"--{name}", required=True, nargs="+")
    parser.add_argument("--words")
    parser.add_argument("--dimensions", type=int, default=192)
    options = parser.parse_args()
    config = read_config(options.base)
    weights = load_file(options.trained)
    if is_shipped(options.base):
        write_shipped(weights, config["num_hidden_layers"], options.base, options.out)
        return
    tokenizer = open_tokenizer(options.base)
    corpus = read_corpus(options.modules, options.needs)
    passages = [PASSAGE + module.text for module in corpus]
    needs = [QUESTION + need for module in corpus for need in module.needs]
    directions = find_directions(weights, tokenizer, config, passages, needs)[: options.dimensions]
    out = Path(options.out)
    (out / "onnx").mkdir(parents=True, exist_ok=True)
    words = Path(options.words).read_text().splitlines() if options.words else []
    kept = write_tokenizer(tokenizer, [*passages, *needs, *words], out)
    whole = out / "onnx" / "model.onnx"
    onnx.save(Graph(weights, config, weights["words"].numpy()[kept], directions).build(), str(whole))
    quantized = str(out / "onnx" / "model_quantized.onnx")
    quantize_dynamic(str(whole), quantized, weight_type=QuantType.QInt8, per_channel=True, op_types_to_quantize=["MatMul"], nodes_to_exclude=["to_meaning"])
    whole.unlink()
    write_settings(config, len(kept), tokenizer, out)
    print(json.dumps({"pieces": len(kept), "dimensions": len(directions), "bytes": Path(quantized).stat().st_size}))


def find_directions(weights: Weights, tokenizer: Tokenizer, config: dict, passages: list[str], needs: list[str]) -> np.ndarray:
    vectors = [embed_all(weights, config, to_pieces(tokenizer, texts, most)) for texts, most in ((passages, PASSAGE_PIECES), (needs, QUESTION_PIECES))]
    return np.linalg.svd(np.concatenate(vectors), full_matrices=False)[2]


def write_tokenizer(tokenizer, texts: list[str], out: Path) -> list[int]:
    """@returns the pieces that stay, by their numbers in the base"""
    used = {piece for encoded in tokenizer.encode_batch(texts) for piece in encoded.ids}
    settings = json.loads(tokenizer.to_str())
    model = settings["model"]
    used |= {token["id"] for token in settings["added_tokens"]}
    # What is spelled with single letters is not unknown.
    used |= {number for number, (piece, _) in enumerate(model["vocab"]) if len(piece.lstrip("\u2581")) <= 1}
    kept = sorted(used)
    numbers = {old: new for new, old in enumerate(kept)}
    model["vocab"] = [model["vocab"][old] for old in kept]
    model["unk_id"] = numbers[model["unk_id"]]
    for token in settings["added_tokens"]:
        token["id"] = numbers[token["id"]]
    for token in (settings["post_processor"] or {}).get("special_tokens", {}).values():
        token["ids"] = [numbers[old] for old in token["ids"]]
    # The library knows the older name of the setting alone.
    splits = settings["pre_tokenizer"]
    if splits["type"] == "Metaspace":
        splits["add_prefix_space"] = splits.get("prepend_scheme", "always") != "never"
    (out / "tokenizer.json").write_text(json.dumps(settings, ensure_ascii=False))
    return kept


def write_settings(config: dict, pieces: int, tokenizer, out: Path) -> None:
    (out / "config.json").write_text(json.dumps({**config, "vocab_size": pieces}, indent=1))
    special = {"bos_token": "<s>", "eos_token": "</s>", "sep_token": "</s>", "cls_token": "<s>", "unk_token": "<unk>", "pad_token": "<pad>"}
    settings = {"tokenizer_class": "XLMRobertaTokenizer", "model_max_length": PASSAGE_PIECES, **special}
    (out / "tokenizer_config.json").write_text(json.dumps(settings, indent=1))


class Graph:
    """The network as ONNX, node by node; a value is the name of what gives it."""

    def __init__(self, weights: Weights, config: dict, words: np.ndarray, directions: np.ndarray):
        self.weights, self.config, self.words, self.directions = weights, config, words, directions
        self.nodes: list = []
        self.constants: dict = {}

    def constant(self, value, kind=np.float32, name: str = "") -> str:
        name = name or f"constant_{len(self.constants)}"
        self.constants[name] = numpy_helper.from_array(np.array(value, kind, order="C"), name)
        return name

    def node(self, operation: str, *inputs: str, name: str = "", **attributes) -> str:
        result = name or f"{operation.lower()}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operation, list(inputs), [result], name=result, **attributes))
        return result

    def pair(self, name: str) -> tuple[str, str]:
        weight, bias = (self.constant(self.weights[f"{name}.{part}"].numpy()) for part in ("weight", "bias"))
        return weight, bias

    def linear(self, states: str, name: str) -> str:
        weight, bias = self.pair(name)
        return self.node("Add", self.node("MatMul", states, weight), bias)

    def norm(self, states: str, name: str) -> str:
        return self.node("LayerNormalization", states, *self.pair(name), axis=-1, epsilon=EPSILON)

    def look_up(self) -> str:
        """Rows of the words: groups of 32 numbers with a scale of their own, two numbers a byte."""
        count, width = self.words.shape
        groups = self.words.reshape(count, width // GROUP, GROUP)
        extreme = np.take_along_axis(groups, np.abs(groups).argmax(2)[:, :, None], 2)
        scales = np.where(extreme == 0, 1, extreme / -8).astype(np.float16)
        codes = np.clip(np.round(groups / scales.astype(np.float32)) + 8, 0, 15).astype(np.uint8)
        packed = codes[:, :, : GROUP // 2] | codes[:, :, GROUP // 2 :] << 4
        pairs = self.node("Cast", self.node("Gather", self.constant(packed, np.uint8), "input_ids"), to=TensorProto.FLOAT)
        high = self.node("Floor", self.node("Mul", pairs, self.constant(1 / 16)))
        low = self.node("Sub", pairs, self.node("Mul", high, self.constant(16)))
        centred = self.node("Sub", self.node("Concat", low, high, axis=3), self.constant(8))
        scale = self.node("Cast", self.node("Gather", self.constant(scales[:, :, 0], np.float16), "input_ids"), to=TensorProto.FLOAT)
        scaled = self.node("Mul", centred, self.node("Unsqueeze", scale, self.constant([3], np.int64)))
        return self.node("Reshape", scaled, self.constant([0, 0, width], np.int64))

    def build(self) -> onnx.ModelProto:
        width, heads = self.config["hidden_size"], self.config["num_attention_heads"]
        length = self.node("Gather", self.node("Shape", "input_ids"), self.constant(1, np.int64))
        zero, one = self.constant(0, np.int64), self.constant(1, np.int64)
        places = self.node("Gather", self.constant(self.weights["places"].numpy()), self.node("Range", zero, length, one))
        states = self.norm(self.node("Add", self.look_up(), places), "norm")
        there = self.node("Cast", "attention_mask", to=TensorProto.FLOAT)
        hidden = self.node("Mul", self.node("Sub", self.constant(1), there), self.constant(-10_000))
        mask = self.node("Unsqueeze", hidden, self.constant([1, 2], np.int64))
        apart, together = self.constant([0, 0, heads, width // heads], np.int64), self.constant([0, 0, width], np.int64)
        split = lambda value, order: self.node("Transpose", self.node("Reshape", value, apart), perm=order)
        for layer in range(self.config["num_hidden_layers"]):
            query, key, value = (split(self.linear(states, f"{layer}.{name}"), order) for name, order in (("query", [0, 2, 1, 3]), ("key", [0, 2, 3, 1]), ("value", [0, 2, 1, 3])))
            products = self.node("Mul", self.node("MatMul", query, key), self.constant((width // heads) ** -0.5))
            looks = self.node("Softmax", self.node("Add", products, mask), axis=-1)
            seen = self.node("Reshape", self.node("Transpose", self.node("MatMul", looks, value), perm=[0, 2, 1, 3]), together)
            states = self.norm(self.node("Add", states, self.linear(seen, f"{layer}.mix")), f"{layer}.mix_norm")
            wide = self.linear(states, f"{layer}.widen")
            bell = self.node("Add", self.node("Erf", self.node("Mul", wide, self.constant(0.5**0.5))), self.constant(1))
            gelu = self.node("Mul", self.node("Mul", wide, self.constant(0.5)), bell)
            states = self.norm(self.node("Add", states, self.linear(gelu, f"{layer}.narrow")), f"{layer}.narrow_norm")
        fewer = self.node("MatMul", states, self.constant(self.directions.T, name="directions"), name="to_meaning")
        self.node("Identity", fewer, name="last_hidden_state")
        info = lambda name, kind, *sizes: helper.make_tensor_value_info(name, kind, ["texts", "pieces", *sizes])
        inputs = [info("input_ids", TensorProto.INT64), info("attention_mask", TensorProto.INT64)]
        outputs = [info("last_hidden_state", TensorProto.FLOAT, len(self.directions))]
        graph = helper.make_graph(self.nodes, "meaning", inputs, outputs, list(self.constants.values()))
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
        onnx.checker.check_model(model)
        return model


if __name__ == "__main__":
    main()
