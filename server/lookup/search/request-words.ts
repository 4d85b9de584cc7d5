// Words around a request: "hello, I need a module that lets our company …". They say nothing of the
// module, and together outweigh the telling ones. Left out of questions only.
import { addToGroup } from "../../../data/grouped.js";
import { listEmbeddingWords } from "../../../data/embedding/static-words.js";
import { foldText } from "../../../data/text/tokens.js";
import { join } from "node:path";
import { readShippedFile } from "../../../data/files/input-file.js";

/**
 * Request words of Chinese and Japanese, which set no spaces: signs and the text to cut out with
 * them.
 */
const UNSPACED_REQUESTS: readonly { readonly sign: RegExp; readonly cut: RegExp }[] = [
  {
    sign: /需要|有没有|请问|想要|寻找|模块/u,
    cut: /需要|有没有|请问|想要|寻找|我们的?|我|你好|谢谢|一个|一种|什么|怎么|可以|能够|公司|模块|应用|功能|吗/gu,
  },
  {
    sign: /モジュール|アプリ|探して|必要|ください|ありますか/u,
    cut: /モジュール|アプリ|(?:を|が)?(?:探して|必要)(?:い?ます|です)?|ください|ありますか|できる|したい|ための|ような|私たちの?|会社/gu,
  },
];

/** Shorter questions are keywords, and every one counts. */
const LEAST_WORDS = 5;

let droppedBySign: ReadonlyMap<string, readonly ReadonlySet<string>[]> | undefined;

function listDropped(): ReadonlyMap<string, readonly ReadonlySet<string>[]> {
  const bySign = new Map<string, ReadonlySet<string>[]>();
  for (const [, signs = "", words = ""] of readAskingWords()) {
    const dropped = new Set(listEmbeddingWords(`${signs} ${words}`));
    for (const sign of listEmbeddingWords(signs)) {
      addToGroup(bySign, sign, dropped);
    }
  }
  return bySign;
}

/**
 * The question without the words of the request; as it is where it is short, where nothing shows that
 * it is a request, and where nothing would be left of it.
 */
export function dropRequestWords(question: string): string {
  const words = listEmbeddingWords(question);
  if (words.length < LEAST_WORDS) return question;
  const folded = foldText(question);
  const unspaced = UNSPACED_REQUESTS.filter(({ sign }) => sign.test(folded));
  const bySign = (droppedBySign ??= listDropped());
  const dropped = words.flatMap((word) => bySign.get(word) ?? []);
  if (unspaced.length === 0 && dropped.length === 0) return question;
  const rest = listEmbeddingWords(
    unspaced.reduce((text, { cut }) => text.replace(cut, " "), question),
  ).filter((word) => !dropped.some((set) => set.has(word)));
  return rest.length === 0 ? question : rest.join(" ");
}

const SHIPPED = {
  file: join("data", "text", "asking-words.txt"),
  code: "asking_words_unavailable",
};

let known: readonly (readonly string[])[] | undefined;

/**
 * A language, its signs and its other words, with spaces between them; `code` for those that code is asked about with.
 * @throws OperatorError `asking_words_unavailable`
 */
export function readAskingWords(): readonly (readonly string[])[] {
  known ??= readShippedFile(SHIPPED, (bytes) =>
    Array.from(new TextDecoder().decode(bytes).matchAll(/^(?!#)(.+)\t(.*)\t(.+)$/gm), (row) =>
      row.slice(1),
    ),
  );
  return known;
}
