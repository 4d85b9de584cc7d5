// Answers of a language model: the part that is believed.
import { describe, expect, test } from "vitest";
import { parseNeedsAnswer, writeQuestion } from "../../../cli/needs/model-answer.js";

const TWO = ["chase unpaid bills", "remind clients who are late"];

describe("parseNeedsAnswer", () => {
  test.each([
    ["a JSON array", JSON.stringify(TWO)],
    ["one in a fence", `\`\`\`json\n${JSON.stringify(TWO)}\n\`\`\``],
    ["one after thoughts", `<think>[what? "]\n</think>\n${JSON.stringify(TWO)}`],
    ["numbered lines below an introduction", `Here they are:\n\n1. ${TWO[0]}\n2) "${TWO[1]}"`],
    ["marked lines", `- ${TWO[0]}\r\n* ${TWO[1]}`],
    ["with repeated and empty ones", JSON.stringify([...TWO, "", TWO[0], " "])],
    ["with controls", JSON.stringify([" chase\tunpaid\u202e\nbills\u0000", TWO[1]])],
  ])("reads %s", (_, answer) => {
    expect(parseNeedsAnswer(answer)).toEqual(TWO);
  });

  test.each([
    ["nothing", ""],
    ["prose", "I cannot help with that.\nAsk somebody else."],
    ["half of an array", '["chase unpaid bills", "remind cli'],
    ["an array of other values", '["chase unpaid bills", 2, {}]'],
    ["an object", '{"needs": ["chase unpaid bills", "remind clients"]}'],
    ["one need alone", '["chase unpaid bills"]'],
    ["a page", "<html>\n<body>\n</body></html>"],
    ["lines of which one is not marked", `- ${TWO[0]}\n- ${TWO[1]}\nI hope that this helps`],
    ["too much", JSON.stringify([...TWO, "x".repeat(20_000)])],
  ])("takes %s for no answer", (_, answer) => {
    expect(parseNeedsAnswer(answer)).toBeUndefined();
  });

  test("takes five at most, each cut between characters", () => {
    const many = Array.from({ length: 7 }, (_, at) => `${at}${"🧾".repeat(300)}`);
    const needs = parseNeedsAnswer(JSON.stringify(many));
    expect(needs).toEqual(many.slice(0, 5).map((need) => [...need].slice(0, 160).join("")));
  });
});

describe("writeQuestion", () => {
  test.each([
    ["de", "German"],
    ["pt_BR", "Brazilian Portuguese"],
  ])("asks for %s by its name", (language, name) => {
    const [task, question] = writeQuestion("Dunning", language);
    expect(task?.content).toContain("JSON array of strings");
    expect(question?.content).toContain(`Language of the lines: ${name}\n`);
    expect(question?.content).toContain("Dunning");
  });
});
