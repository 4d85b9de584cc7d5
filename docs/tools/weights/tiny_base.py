"""Writes a base that is small and knows nothing, to try training and export with in a minute.

    python tiny_base.py --needs ../../../data/needs/needs.tsv --out BASE
"""

import argparse
import json
from pathlib import Path

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--needs", required=True)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    special = ["<s>", "<pad>", "</s>", "<unk>"]
    trainer = trainers.UnigramTrainer(vocab_size=4_000, special_tokens=special, unk_token="<unk>", show_progress=False)
    texts = Path(options.needs).read_text(encoding="utf-8").splitlines()
    tokenizer.train_from_iterator((text.replace("\t", " ").replace("_", " ") for text in texts), trainer)
    ends = [(name, tokenizer.token_to_id(name)) for name in ("<s>", "</s>")]
    tokenizer.post_processor = processors.TemplateProcessing(single="<s> $A </s>", special_tokens=ends)
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(out / "tokenizer.json"))
    sizes = {"hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 128, "max_position_embeddings": 128}
    config = {"model_type": "bert", "architectures": ["BertModel"], "vocab_size": tokenizer.get_vocab_size(), **sizes}
    (out / "config.json").write_text(json.dumps(config, indent=1))


if __name__ == "__main__":
    main()
