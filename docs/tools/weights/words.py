"""Trains the table of words on: a need is near to the texts of its module and to its other needs, and far from those of the
other modules of its step, of which half are near neighbours.

    python words.py --weights ../../../data/embedding/static-weights.bin --corpus corpus.ndjson --pairs pairs.ndjson --out static-weights.bin

The corpus and the pairs of translations, which keep languages together, are what write-word-numbers.ts wrote with these weights. Words, frequencies and steps stay; words that the corpus lacks keep their
bytes, others are kept near to where they were.
"""

import argparse
import json
import random
import struct
import time
import zlib
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch.nn import functional

from corpus import is_hidden
from train import compare, take_batches

TEMPERATURE = 0.1
# Modules of a step that are near to each other, and among how many of the nearest they are drawn.
RUN, NEIGHBOURS = 2, 12
# Share of the words of a text that a step leaves out.
DROPPED = 0.25

Text = list[tuple[int, float]]


@dataclass(frozen=True)
class Table:
    """The file of data/embedding/static-weights.ts: where its norms and codes begin, and how they are read."""

    content: bytes
    words: int
    width: int
    step: float
    norm_step: float
    norms_at: int

    @property
    def codes_at(self) -> int:
        return self.norms_at + 2 * self.words


def main() -> None:
    parser = argparse.ArgumentParser()
    for name in ("weights", "corpus", "pairs", "out"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=1_500)
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--rate", type=float, default=4e-3)
    parser.add_argument("--share", type=float, default=0.6, help="of the way from the words before to the trained ones")
    parser.add_argument("--anchor", type=float, default=0.1, help="weight of the squared way of a word")
    options = parser.parse_args()
    table = open_table(options.weights)
    with open(options.corpus, encoding="utf-8") as lines:
        modules = [json.loads(line) for line in lines]
    with open(options.pairs, encoding="utf-8") as lines:
        translations = [json.loads(line) for line in lines]
    learned = [module for module in modules if not is_hidden(module["name"]) and len(module["needs"]) > 1]
    hidden = [module for module in modules if is_hidden(module["name"])]
    vectors = read_vectors(table)
    print(json.dumps({"learned": len(learned), "hidden": len(hidden), **vars(options)}))
    print(f"before: {measure(vectors, hidden):.3f}")
    trained = train(vectors, learned, translations, options)
    # The trained words as a file would have them: less than the whole way keeps more of what other languages say.
    whole = read_vectors(replace(table, content=write_vectors(table, vectors, trained)))
    taken = vectors + options.share * (whole - vectors)
    print(f"after: {measure(whole, hidden):.3f}, with {options.share} of the way {measure(taken, hidden):.3f}")
    with open(options.out, "wb") as out:
        out.write(write_vectors(table, vectors, taken))


def open_table(file: str) -> Table:
    with open(file, "rb") as opened:
        content = opened.read()
    words, width = struct.unpack_from("<II", content, 8)
    step, norm_step = struct.unpack_from("<dd", content, 16)
    (vocabulary,) = struct.unpack_from("<I", content, 32)
    assert len(zlib.decompress(content[40 : 40 + vocabulary]).splitlines()) == words
    return Table(content, words, width, step, norm_step, 40 + vocabulary)


def read_vectors(table: Table) -> torch.Tensor:
    norms = np.frombuffer(table.content, np.uint8, table.words, table.norms_at).astype(np.float32) * table.norm_step
    pairs = np.frombuffer(table.content, np.uint8, table.words * table.width // 2, table.codes_at).reshape(table.words, -1)
    codes = np.stack([pairs & 15, pairs >> 4], axis=2).reshape(table.words, table.width)
    return torch.from_numpy((codes - 7.5) * np.float32(table.step) * norms[:, None]).float()


def write_vectors(table: Table, before: torch.Tensor, after: torch.Tensor) -> bytes:
    """The file with the words that have moved."""
    moved = (before != after).any(1).numpy()
    vectors = after.numpy()
    lengths = np.linalg.norm(vectors, axis=1)
    norms = np.frombuffer(table.content, np.uint8, table.words, table.norms_at).copy()
    norms[moved] = np.clip(np.round(lengths / table.norm_step), 1, 255)[moved]
    units = vectors / np.maximum(lengths, 1e-9)[:, None]
    codes = np.clip(np.round(units / table.step + 7.5), 0, 15).astype(np.uint8)
    pairs = np.frombuffer(table.content, np.uint8, table.words * table.width // 2, table.codes_at).reshape(table.words, -1).copy()
    pairs[moved] = (codes[:, 0::2] | codes[:, 1::2] << 4)[moved]
    content = bytearray(table.content)
    content[table.norms_at : table.norms_at + table.words] = norms.tobytes()
    content[table.codes_at :] = pairs.tobytes()
    return bytes(content)


def train(before: torch.Tensor, modules: list[dict], translations: list[list[Text]], options: argparse.Namespace) -> torch.Tensor:
    chance = random.Random(options.seed)
    vectors = before.clone().requires_grad_()
    with torch.no_grad():
        texts = embed_modules(vectors, modules, None)
        neighbours = torch.topk(texts @ texts.T, NEIGHBOURS + 1, 1).indices[:, 1:].numpy()
    optimizer = torch.optim.SparseAdam([vectors], lr=options.rate, betas=(0.9, 0.99))
    start, losses = time.monotonic(), []
    for number, batch in zip(range(options.steps), take_batches(neighbours, options.batch, RUN, chance)):
        for group in optimizer.param_groups:
            group["lr"] = options.rate * min(1, (number + 1) / 30) * max(0.05, 1 - number / options.steps)
        some = [modules[at] for at in batch]
        pairs = [chance.sample(module["needs"], 2) for module in some]
        one, other = (embed_texts(vectors, list(side), chance) for side in zip(*pairs))
        texts = embed_modules(vectors, some, chance)
        said = chance.sample(translations, min(options.batch, len(translations)))
        english, foreign = (embed_texts(vectors, list(side), None) for side in zip(*said))
        near = [compare(*pair, TEMPERATURE) for pair in ((one, texts), (other, texts), (one, other), (english, foreign))]
        loss = near[0] + near[1] + near[2] / 2 + near[3]
        seen = [*(text for module in some for text in list_texts(module)), *(text for pair in said for text in pair)]
        words = torch.tensor(sorted({word for text in seen for word, _ in text}))
        way = functional.embedding(words, vectors, sparse=True) - before[words]
        optimizer.zero_grad()
        (loss + options.anchor * way.square().sum(1).mean()).backward()
        optimizer.step()
        losses.append(float(loss))
        if number % 100 == 99:
            print(f"step {number + 1}: loss {np.mean(losses[-100:]):.3f}, {time.monotonic() - start:.0f} s", flush=True)
    return vectors.detach()


def list_texts(module: dict) -> list[Text]:
    return [*(text for _, text in module["parts"]), *module["needs"]]


def embed_texts(vectors: torch.Tensor, texts: list[Text], chance: random.Random | None) -> torch.Tensor:
    """Unit vectors. @param chance leaves words out; none where it is `None`"""
    words, shares, rows = [], [], []
    for row, text in enumerate(texts):
        kept = text if chance is None or len(text) < 3 else [one for one in text if chance.random() > DROPPED]
        for word, share in kept or text:
            words.append(word)
            shares.append(share)
            rows.append(row)
    found = functional.embedding(torch.tensor(words, dtype=torch.long), vectors, sparse=True) * torch.tensor(shares)[:, None]
    sums = torch.zeros(len(texts), vectors.shape[1]).index_add(0, torch.tensor(rows, dtype=torch.long), found)
    return functional.normalize(sums, dim=1)


def embed_modules(vectors: torch.Tensor, modules: list[dict], chance: random.Random | None) -> torch.Tensor:
    """As the program embeds a module that nobody described."""
    parts = [(row, weight, text) for row, module in enumerate(modules) for weight, text in module["parts"]]
    units = embed_texts(vectors, [text for _, _, text in parts], chance) * torch.tensor([weight for _, weight, _ in parts])[:, None]
    sums = torch.zeros(len(modules), vectors.shape[1]).index_add(0, torch.tensor([row for row, _, _ in parts]), units)
    return functional.normalize(sums, dim=1)


def measure(vectors: torch.Tensor, modules: list[dict]) -> float:
    """Mean reciprocal rank of the right module, among these, of each of their needs."""
    with torch.no_grad():
        owners = torch.tensor([at for at, module in enumerate(modules) for _ in module["needs"]])
        needs = embed_texts(vectors, [need for module in modules for need in module["needs"]], None)
        cosines = needs @ embed_modules(vectors, modules, None).T
        right = cosines.gather(1, owners[:, None])
        return float((1 / (1 + (cosines > right).sum(1))).mean())


if __name__ == "__main__":
    main()
