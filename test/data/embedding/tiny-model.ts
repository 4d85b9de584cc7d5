// Writes a complete embedder for @xenova/transformers into a folder: a BERT tokeniser and an ONNX
// network that is one table of word vectors. Small enough to be written by hand, real enough that
// the library and its runtime open and run it as they do any other.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

export const TINY_DIMENSIONS = 16;

/** Words with a vector of their own; others are spelled with single letters. */
const WORDS = ["query", "passage", "sale", "order", "invoice", "stock", "project", "module"];
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz0123456789"];
const SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];
const TOKENS = [...SPECIAL, ":", ...WORDS, ...LETTERS, ...LETTERS.map((letter) => `##${letter}`)];

export interface TinyModelOptions {
  /** Whether to name the network as quantized weights are named. Default true. */
  readonly quantized?: boolean;
}

/** Creates the folder with the four files that an embedder needs. */
export async function writeTinyModel(
  folder: string,
  { quantized = true }: TinyModelOptions = {},
): Promise<void> {
  await mkdir(join(folder, "onnx"), { recursive: true });
  const config = {
    architectures: ["BertModel"],
    model_type: "bert",
    hidden_size: TINY_DIMENSIONS,
    vocab_size: TOKENS.length,
  };
  const tokenizerConfig = {
    tokenizer_class: "BertTokenizer",
    do_lower_case: true,
    model_max_length: 64,
    pad_token: "[PAD]",
    unk_token: "[UNK]",
    cls_token: "[CLS]",
    sep_token: "[SEP]",
    mask_token: "[MASK]",
  };
  await writeFile(join(folder, "config.json"), JSON.stringify(config));
  await writeFile(join(folder, "tokenizer_config.json"), JSON.stringify(tokenizerConfig));
  await writeFile(join(folder, "tokenizer.json"), JSON.stringify(describeTokenizer()));
  const networkFile = quantized ? "model_quantized.onnx" : "model.onnx";
  await writeFile(join(folder, "onnx", networkFile), encodeNetwork());
}

function describeTokenizer(): unknown {
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: SPECIAL.map((content, id) => ({
      id,
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    })),
    normalizer: {
      type: "BertNormalizer",
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: { type: "BertProcessing", sep: ["[SEP]", 3], cls: ["[CLS]", 2] },
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(TOKENS.map((token, id) => [token, id])),
    },
  };
}

// The network, as onnx.proto3 of ONNX 1.13 numbers its messages and fields.

const FLOAT = 1;
const INT64 = 7;

/** ModelProto: `last_hidden_state = Gather(word_vectors, input_ids)`. */
function encodeNetwork(): Uint8Array {
  const gather = message(
    text(1, "word_vectors"),
    text(1, "input_ids"),
    text(2, "last_hidden_state"),
    text(4, "Gather"),
  );
  const graph = message(
    bytes(1, gather),
    text(2, "tiny"),
    bytes(5, encodeWordVectors()),
    ...["input_ids", "attention_mask", "token_type_ids"].map((name) =>
      bytes(11, encodeValue(name, INT64, ["batch", "tokens"])),
    ),
    bytes(12, encodeValue("last_hidden_state", FLOAT, ["batch", "tokens", TINY_DIMENSIONS])),
  );
  const operators = message(text(1, ""), number(2, 13));
  return message(number(1, 8), text(2, "tiny-model"), bytes(7, graph), bytes(8, operators));
}

/** TensorProto: one row per token, values from −1 to 1 out of a fixed sequence of integers. */
function encodeWordVectors(): Uint8Array {
  const values = new DataView(new ArrayBuffer(4 * TOKENS.length * TINY_DIMENSIONS));
  let state = 1;
  for (let at = 0; at < TOKENS.length * TINY_DIMENSIONS; at++) {
    // The multiplicative generator of Park and Miller, "minimal standard".
    state = (state * 48_271) % 0x7fff_ffff;
    values.setFloat32(4 * at, (2 * state) / 0x7fff_ffff - 1, true);
  }
  return message(
    number(1, TOKENS.length),
    number(1, TINY_DIMENSIONS),
    number(2, FLOAT),
    text(8, "word_vectors"),
    bytes(9, new Uint8Array(values.buffer)),
  );
}

/** ValueInfoProto: a tensor's name, element type and shape; a named length may vary. */
function encodeValue(
  name: string,
  elementType: number,
  shape: readonly (string | number)[],
): Uint8Array {
  const lengths = shape.map((length) =>
    bytes(1, typeof length === "number" ? number(1, length) : text(2, length)),
  );
  const tensor = message(number(1, elementType), bytes(2, message(...lengths)));
  return message(text(1, name), bytes(2, bytes(1, tensor)));
}

// Protocol buffers: a message is its fields one after the other, each after its number and kind.

function message(...fields: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(fields));
}

function number(field: number, value: number): Uint8Array {
  return message(varint(field << 3), varint(value));
}

function bytes(field: number, value: Uint8Array): Uint8Array {
  return message(varint((field << 3) | 2), varint(value.byteLength), value);
}

function text(field: number, value: string): Uint8Array {
  return bytes(field, new TextEncoder().encode(value));
}

function varint(value: number): Uint8Array {
  const septets: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) septets.push((rest & 0x7f) | 0x80);
  septets.push(rest);
  return Uint8Array.from(septets);
}
