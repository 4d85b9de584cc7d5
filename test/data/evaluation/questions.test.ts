// Files of questions, and what is said of bad ones.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigError } from "../../../data/operator-error.js";
import { readQuestions } from "../../../data/evaluation/questions.js";
import { catchOperatorError } from "../../support/catch-error.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";

const file = path.join(makeTemporaryFolder(), "questions.jsonl");
const GOOD = '{ "q": "pay", "lang": "en", "kind": "keyword", "relevant": ["pay"], "more": 1 }';

describe("readQuestions", () => {
  test("reads a question from each line that is not empty", () => {
    writeFileSync(file, `${GOOD}\n\n${GOOD}\r\n`);
    const question = { text: "pay", language: "en", kind: "keyword", relevant: ["pay"] };
    expect(readQuestions(file)).toEqual([question, question]);
  });

  test.each([
    ["nothing", ""],
    ["no JSON", `${GOOD}\n{`],
    ["JSON of another shape", `${GOOD}\n[]`],
    ["null", `${GOOD}\nnull`],
    ["no module", `${GOOD}\n${GOOD.replace('["pay"]', "[]")}`],
    ["a module that is no name", `${GOOD}\n${GOOD.replace('["pay"]', "[1]")}`],
    ["no kind", `${GOOD}\n${GOOD.replace("kind", "sort")}`],
  ])("says where there is %s", (_, text) => {
    writeFileSync(file, text);
    const error = catchOperatorError(() => readQuestions(file));
    expect(error).toBeInstanceOf(ConfigError);
    expect(error.code).toBe("questions_invalid");
    expect(error.message).toContain(text === "" ? file : `${file}:2`);
  });

  test("says that there is no file", () => {
    const error = catchOperatorError(() => readQuestions(`${file}.none`));
    expect(error).toMatchObject({ code: "questions_unreadable", got: "ENOENT" });
  });
});
