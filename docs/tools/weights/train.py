"""Trains the network on needs: a need is near to the text of its module, and far from those of the others in its step.

    python train.py --modules modules.ndjson --needs ../../../data/needs/needs.tsv --base BASE --out trained.safetensors

BASE has config.json, tokenizer.json and model.safetensors of a multilingual BERT encoder. The matrix of words stays as it is,
unless all weights are of chance.
"""

import argparse
import functools
import json
import random
import time

import jax
import jax.numpy as jnp
import numpy as np
import optax
from tokenizers import Tokenizer

from corpus import Module, is_hidden, read_corpus
from network import create_weights, embed, read_config, read_weights, save_weights

QUESTION, PASSAGE = "query: ", "passage: "
QUESTION_PIECES, PASSAGE_PIECES = 32, 96


def main() -> None:
    options = parse_options()
    corpus = read_corpus(options.modules, options.needs)
    learned = [module for module in corpus if not is_hidden(module.name)]
    hidden = [module for module in corpus if is_hidden(module.name)][: options.most_hidden]
    tokenizer = Tokenizer.from_file(f"{options.base}/tokenizer.json")
    tokenizer.no_padding()
    tokenizer.no_truncation()
    config = read_config(options.base)
    weights = create_weights(config, options.seed) if options.from_nothing else read_weights(options.base)
    heads = config["num_attention_heads"]
    print(json.dumps({"learned": len(learned), "hidden": len(hidden), **vars(options)}))
    print(f"before: {measure(weights, hidden, tokenizer, heads):.3f}")
    weights = train(weights, learned, tokenizer, heads, options)
    print(f"after: {measure(weights, hidden, tokenizer, heads):.3f}")
    save_weights(weights, options.out)


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    for name in ("modules", "needs", "base", "out"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=340)
    parser.add_argument("--batch", type=int, default=64, help="modules a step, each with one need and its text")
    parser.add_argument("--rate", type=float, default=1.5e-4)
    parser.add_argument("--temperature", type=float, default=0.05)
    parser.add_argument("--most-hidden", type=int, default=300, help="hidden modules whose needs are asked before and after")
    parser.add_argument("--from-nothing", action="store_true", help="weights of chance in place of the base's")
    return parser.parse_args()


def train(weights: dict, modules: list[Module], tokenizer, heads: int, options: argparse.Namespace) -> dict:
    fixed = {} if options.from_nothing else {"words": weights["words"]}
    learned = {name: value for name, value in weights.items() if name not in fixed}
    rate = optax.warmup_cosine_decay_schedule(0, options.rate, max(1, options.steps // 10), options.steps, options.rate * 0.05)
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(rate, b2=0.99, weight_decay=0.01))

    def find_loss(learned, questions, passages):
        both = {**learned, **fixed}
        cosines = embed(both, questions, heads) @ embed(both, passages, heads).T / options.temperature
        right = jnp.arange(len(cosines))
        pick = lambda table: optax.softmax_cross_entropy_with_integer_labels(table, right).mean()
        return pick(cosines) + pick(cosines.T)

    @functools.partial(jax.jit, donate_argnums=(0, 1))
    def step(learned, state, questions, passages):
        loss, slope = jax.value_and_grad(find_loss)(learned, questions, passages)
        change, state = optimizer.update(slope, state, learned)
        return optax.apply_updates(learned, change), state, loss

    chance = random.Random(options.seed)
    state = optimizer.init(learned)
    start = time.monotonic()
    for number, batch in zip(range(options.steps), take_batches(modules, options.batch, chance)):
        questions = to_pieces(tokenizer, [QUESTION + chance.choice(module.needs) for module in batch], QUESTION_PIECES)
        passages = to_pieces(tokenizer, [PASSAGE + module.text for module in batch], PASSAGE_PIECES)
        learned, state, loss = step(learned, state, questions, passages)
        if number % 20 == 19:
            print(f"step {number + 1}: loss {float(loss):.3f}, {time.monotonic() - start:.0f} s", flush=True)
    return {**learned, **fixed}


def take_batches(modules: list[Module], size: int, chance: random.Random):
    """Runs of neighbours by name, which are harder to tell apart, in a new order each time; each batch is whole."""
    run = max(1, size // 8)
    while True:
        starts = list(range(0, len(modules) - run + 1, run))
        chance.shuffle(starts)
        for at in range(0, len(starts) - size // run + 1, size // run):
            yield [module for start in starts[at : at + size // run] for module in modules[start : start + run]]


def to_pieces(tokenizer, texts: list[str], most: int) -> np.ndarray:
    rows = np.full((len(texts), most), -1, np.int32)
    for row, encoded in zip(rows, tokenizer.encode_batch(texts)):
        ids = encoded.ids if len(encoded.ids) <= most else encoded.ids[: most - 1] + encoded.ids[-1:]
        row[: len(ids)] = ids
    return rows


def measure(weights: dict, modules: list[Module], tokenizer, heads: int) -> float:
    """Mean reciprocal rank of the right module, among these, of each of their needs."""
    run = jax.jit(functools.partial(embed, heads=heads))

    def embed_all(texts: list[str], most: int) -> np.ndarray:
        pieces = to_pieces(tokenizer, texts, most)
        padded = np.concatenate([pieces, np.zeros((-len(pieces) % 32, most), np.int32)])
        vectors = [np.asarray(run(weights, padded[at : at + 32])) for at in range(0, len(padded), 32)]
        return np.concatenate(vectors)[: len(pieces)]

    passages = embed_all([PASSAGE + module.text for module in modules], PASSAGE_PIECES)
    owners = [at for at, module in enumerate(modules) for _ in module.needs]
    questions = embed_all([QUESTION + need for module in modules for need in module.needs], QUESTION_PIECES)
    cosines = questions @ passages.T
    right = cosines[np.arange(len(owners)), owners]
    return float(np.mean(1 / (1 + (cosines > right[:, None]).sum(1))))


if __name__ == "__main__":
    main()
