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
const QUESTION = {
  text: "pay",
  language: "en",
  kind: "keyword",
  relevant: ["pay"],
  grades: new Map(),
  rewordings: [],
};

describe("readQuestions", () => {
  test("reads a question from each line that is not empty", () => {
    writeFileSync(file, `${GOOD}\n\n${GOOD}\r\n`);
    expect(readQuestions(file)).toEqual([QUESTION, QUESTION]);
  });

  test("passes over comments, and reads how good an answer each module is", () => {
    writeFileSync(
      file,
      `# Made by hand.\n${GOOD.replace('["pay"]', '["pay", "x"], "grades": [3, 1]')}\n`,
    );
    const grades = new Map([
      ["pay", 3],
      ["x", 1],
    ]);
    expect(readQuestions(file)).toEqual([{ ...QUESTION, relevant: ["pay", "x"], grades }]);
  });

  test("reads the same question in other words", () => {
    writeFileSync(file, GOOD.replace('"more": 1', '"also": ["settle", "remit"]'));
    expect(readQuestions(file)).toEqual([{ ...QUESTION, rewordings: ["settle", "remit"] }]);
  });

  test.each([
    ["nothing", ""],
    ["no JSON", `${GOOD}\n{`],
    ["JSON of another shape", `${GOOD}\n[]`],
    ["null", `${GOOD}\nnull`],
    ["no module", `${GOOD}\n${GOOD.replace('["pay"]', "[]")}`],
    ["a module that is no name", `${GOOD}\n${GOOD.replace('["pay"]', "[1]")}`],
    ["a module without a grade", `${GOOD}\n${GOOD.replace('["pay"]', '["pay"], "grades": []')}`],
    ["a grade of nothing", `${GOOD}\n${GOOD.replace('["pay"]', '["pay"], "grades": [0]')}`],
    ["a rewording that is no text", `${GOOD}\n${GOOD.replace('"more"', '"also"')}`],
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
