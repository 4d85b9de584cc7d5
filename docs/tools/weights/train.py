"""Trains the network on needs: a need is near to the text of its module and to its other needs, and far from those of the others in its
step, of which some are the nearest neighbours of its module.

    python train.py --modules modules.ndjson --needs ../../../data/needs/needs.tsv --base BASE --out trained.safetensors

BASE has config.json, tokenizer.json and model.safetensors of a multilingual BERT encoder, or is the folder that ships. The matrix of words and the first layers stay as
they are, unless all weights are of chance.
"""

import argparse
import json
import random
import time

import numpy as np
import torch
from safetensors.torch import save_file
from tokenizers import Tokenizer
from torch.nn import functional

from corpus import Module, is_hidden, read_corpus
from network import Weights, create_weights, embed, embed_all, pack, read_config, read_weights

QUESTION, PASSAGE = "query: ", "passage: "
QUESTION_PIECES, PASSAGE_PIECES = 32, 96
TEMPERATURE = 0.05
# Modules of a step that are near to each other, and among how many of the nearest they are drawn.
RUN, NEIGHBOURS = 4, 24


def main() -> None:
    options = parse_options()
    corpus = read_corpus(options.modules, options.needs)
    learned = [module for module in corpus if not is_hidden(module.name) and len(module.needs) > 1]
    hidden = [module for module in corpus if is_hidden(module.name)][: options.most_hidden]
    config = read_config(options.base)
    weights = create_weights(config, options.seed) if options.from_nothing else read_weights(options.base)
    tokenizer = open_tokenizer(options.base)
    print(json.dumps({"learned": len(learned), "hidden": len(hidden), **vars(options)}))
    print(f"before: {measure(weights, config, hidden, tokenizer):.3f}")
    train(weights, config, learned, tokenizer, options)
    print(f"after: {measure(weights, config, hidden, tokenizer):.3f}")
    save_file({name: value.detach().contiguous() for name, value in weights.items()}, options.out)


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    for name in ("base", "out"):
        parser.add_argument(f"--{name}", required=True)
    for name in ("modules", "needs"):
        parser.add_argument(f"--{name}", required=True, nargs="+")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=700)
    parser.add_argument("--batch", type=int, default=128, help="modules a step, each with two needs and its text")
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--fixed-layers", type=int, default=4)
    parser.add_argument("--most-hidden", type=int, default=500, help="hidden modules whose needs are asked before and after")
    parser.add_argument("--from-nothing", action="store_true", help="weights of chance in place of the base's")
    return parser.parse_args()


def open_tokenizer(base: str) -> Tokenizer:
    tokenizer = Tokenizer.from_file(f"{base}/tokenizer.json")
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def train(weights: Weights, config: dict, modules: list[Module], tokenizer: Tokenizer, options: argparse.Namespace) -> None:
    """Changes the weights."""
    chance = random.Random(options.seed)
    passages = to_pieces(tokenizer, [PASSAGE + module.text for module in modules], PASSAGE_PIECES)
    needs = [to_pieces(tokenizer, [QUESTION + need for need in module.needs], QUESTION_PIECES) for module in modules]
    neighbours = find_neighbours(embed_all(weights, config, passages))
    learned = [value.requires_grad_() for name, value in weights.items() if options.from_nothing or is_learned(name, options.fixed_layers)]
    optimizer = torch.optim.AdamW(learned, lr=options.rate, betas=(0.9, 0.99), weight_decay=0.01)
    start, losses = time.monotonic(), []
    for number, batch in zip(range(options.steps), take_batches(neighbours, options.batch, RUN, chance)):
        done = number / options.steps
        for group in optimizer.param_groups:
            group["lr"] = options.rate * min(1, (done + 1 / options.steps) / 0.06) * max(0.03, 1 - done)
        pairs = [chance.sample(needs[at], 2) for at in batch]
        one, other = embed(weights, config, pack([text for side in zip(*pairs) for text in side])).split(len(batch))
        texts = embed(weights, config, pack([passages[at] for at in batch]))
        loss = (compare(one, texts) + compare(other, texts) + compare(one, other)) / 2
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(learned, 1.0)
        optimizer.step()
        losses.append(float(loss))
        if number % 20 == 19:
            print(f"step {number + 1}: loss {np.mean(losses[-20:]):.3f}, {time.monotonic() - start:.0f} s", flush=True)


def is_learned(name: str, fixed_layers: int) -> bool:
    layer = name.split(".")[0]
    return name == "meaning" or (layer.isdigit() and int(layer) >= fixed_layers)


def compare(one: torch.Tensor, other: torch.Tensor, temperature: float = TEMPERATURE) -> torch.Tensor:
    """Mean of both ways of InfoNCE: the right one of each row is that of its own number."""
    table = one @ other.T / temperature
    right = torch.arange(len(table))
    return (functional.cross_entropy(table, right) + functional.cross_entropy(table.T, right)) / 2


def find_neighbours(vectors: np.ndarray) -> np.ndarray:
    cosines = vectors @ vectors.T
    np.fill_diagonal(cosines, -1)
    return np.argsort(-cosines, 1)[:, :NEIGHBOURS]


def take_batches(neighbours: np.ndarray, size: int, run: int, chance: random.Random):
    """Each module with some of its neighbours, so many together, in a new order each time; none twice in a step."""
    order: list[int] = []
    size = min(size, len(neighbours))
    while True:
        batch: dict[int, None] = {}
        while len(batch) < size:
            order = order or chance.sample(range(len(neighbours)), len(neighbours))
            first = order.pop()
            near = chance.sample(list(neighbours[first]), min(run - 1, len(neighbours[first])))
            batch |= dict.fromkeys([first, *near])
        yield list(batch)


def to_pieces(tokenizer: Tokenizer, texts: list[str], most: int) -> list[np.ndarray]:
    """Numbers of the pieces of each text, at most so many, the last one always."""
    all_ids = (encoded.ids for encoded in tokenizer.encode_batch(texts))
    return [np.array(ids if len(ids) <= most else ids[: most - 1] + ids[-1:], np.int32) for ids in all_ids]


def measure(weights: Weights, config: dict, modules: list[Module], tokenizer: Tokenizer) -> float:
    """Mean reciprocal rank of the right module, among these, of each of their needs."""
    passages = embed_all(weights, config, to_pieces(tokenizer, [PASSAGE + module.text for module in modules], PASSAGE_PIECES))
    owners = [at for at, module in enumerate(modules) for _ in module.needs]
    texts = [QUESTION + need for module in modules for need in module.needs]
    cosines = embed_all(weights, config, to_pieces(tokenizer, texts, QUESTION_PIECES)) @ passages.T
    right = cosines[np.arange(len(owners)), owners]
    return float(np.mean(1 / (1 + (cosines > right[:, None]).sum(1))))


if __name__ == "__main__":
    main()
