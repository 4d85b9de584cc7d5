// A whole training on small repositories: what it gives, and that it gives it again.
import path from "node:path";
import { describe, expect, test } from "vitest";
import { formatCard } from "../../training/card.js";
import { PARAMETERS, type TrainingParameters } from "../../training/parameters.js";
import { trainWeights, type TrainOptions, type Training } from "../../training/train.js";
import { openStaticEmbedder } from "../../data/embedding/static-embedder.js";
import { decodeStaticWeights } from "../data/embedding/decoded-weights.js";
import { awaitOperatorError } from "../support/catch-error.js";
import { recordProgress } from "../support/builds.js";
import { makeSmallLessons } from "./small-lessons.js";
import { makeFolderCounter, makeTemporaryFolder } from "../support/temporary-folder.js";

const folder = makeTemporaryFolder();
const nextFolder = makeFolderCounter(folder);
const { addons, catalogs, dictionary } = makeSmallLessons(folder);

const SMALL: TrainingParameters = {
  ...PARAMETERS,
  steps: 60,
  minimumCount: 1,
  dimensions: 32,
  batch: 32,
  checkpointEvery: 24,
  packedDimensions: 16,
  fileBytes: 100_000,
};

const needs = [{ technicalName: "stock_move", needs: [{ language: "en", text: "fetch parcels" }] }];

function train(changes: Partial<TrainOptions> = {}): Promise<Training> {
  return trainWeights([addons, catalogs], {
    parameters: SMALL,
    needs,
    cacheDirectory: nextFolder(),
    progress: recordProgress(),
    signal: new AbortController().signal,
    ...changes,
  });
}

function multiply(left: ArrayLike<number>, right: ArrayLike<number>): number {
  return Array.from(left).reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);
}

/** What most tests compare with. */
const trained = train();

describe("trainWeights", () => {
  test("brings words together that a dictionary says mean the same", async () => {
    const options = {
      parameters: SMALL,
      needs,
      cacheDirectory: nextFolder(),
      progress: recordProgress(),
      signal: new AbortController().signal,
    };
    const { bytes, sources } = await trainWeights([addons, catalogs, dictionary], options);
    expect(sources.map(({ label, meanings }) => `${label} ${meanings}`)).toEqual([
      "acme/addons 0",
      "acme/catalogs 0",
      "acme/dictionary 1",
    ]);
    const embedder = openStaticEmbedder(bytes);
    const asked = await embedder.embedQuery("Rechnung");
    const [tab = [], warehouse = []] = await Promise.all(
      ["tab", "warehouse"].map((word) => embedder.embedQuery(word)),
    );
    expect(multiply(asked, tab)).toBeGreaterThan(multiply(asked, warehouse));
  });

  test("brings words together that translate each other", async () => {
    const { bytes } = await trained;
    const embedder = openStaticEmbedder(bytes);
    const compare = async (left: string, right: string): Promise<number> => {
      const [one, other] = [await embedder.embedQuery(left), await embedder.embedQuery(right)];
      return multiply(one, other);
    };
    expect(await compare("factura", "Rechnung")).toBeGreaterThan(await compare("factura", "Lager"));
    expect(await compare("almacén", "warehouse")).toBeGreaterThan(
      await compare("almacén", "invoice"),
    );
  });

  test("brings what a module is needed for to its own words", async () => {
    const embedder = openStaticEmbedder((await trained).bytes);
    const need = await embedder.embedQuery("parcels");
    const [near, far] = [await embedder.embedQuery("warehouse"), await embedder.embedQuery("pay")];
    expect(multiply(need, near)).toBeGreaterThan(multiply(need, far));
  });

  test("gives the same bytes again, also with sources in another order", async () => {
    const { bytes } = await trained;
    expect((await train()).bytes).toEqual(bytes);
    const reversed = await trainWeights([catalogs, addons], {
      parameters: SMALL,
      needs,
      cacheDirectory: nextFolder(),
      progress: recordProgress(),
      signal: new AbortController().signal,
    });
    expect(reversed.bytes).toEqual(bytes);
    const other = await train({ parameters: { ...SMALL, seed: 2 } });
    expect(other.bytes).not.toEqual(bytes);
  });

  test("goes on from where it was stopped, to the same bytes", async () => {
    const cacheDirectory = nextFolder();
    const controller = new AbortController();
    const progress = recordProgress((event) => {
      if (event === "advance learn 32") controller.abort(new Error("stopped"));
    });
    const stopped = train({ cacheDirectory, progress, signal: controller.signal });
    await expect(stopped).rejects.toThrow("stopped");
    const again = recordProgress();
    const { bytes } = await train({ cacheDirectory, progress: again });
    expect(bytes).toEqual((await trained).bytes);
    const stages = again.events.filter((event) => event.startsWith("start"));
    expect(stages).toEqual(["start open", "start learn", "start pack"]);
    expect(again.events).toContain("advance learn 32");
    expect(again.events).not.toContain("advance learn 8");
  });

  test("holds no more words than the file has room for", async () => {
    const { bytes, words } = await train({ parameters: { ...SMALL, fileBytes: 660 } });
    expect(bytes.length).toBeLessThanOrEqual(660);
    expect(decodeStaticWeights(bytes).words).toEqual(words);
    expect(words.length).toBeGreaterThan(0);
  });

  test("fails when a source lacks a branch that is asked for", async () => {
    const source = { ...catalogs, branches: ["main", "gone"] };
    const options = {
      parameters: SMALL,
      needs,
      cacheDirectory: path.join(folder, "gone"),
      progress: recordProgress(),
      signal: new AbortController().signal,
    };
    const error = await awaitOperatorError(trainWeights([source], options));
    expect(error).toMatchObject({ code: "repository_unreadable" });
  });
});

test("the card names every source, language and parameter, and not this machine", async () => {
  const training = await trained;
  const card = formatCard(training, SMALL);
  expect(card).toContain("| [acme/addons](https://git.example.org/acme/addons.git) | AGPL-3.0 |");
  expect(card).toContain(
    "| [acme/catalogs](https://git.example.org/acme/catalogs.git) | not stated |",
  );
  expect(card).toContain("| modules | 2 |");
  expect(card).toContain("| needs of modules, in other words than theirs | 1 |");
  for (const language of ["en", "es", "de"]) expect(card).toContain(`\n| ${language} | `);
  for (const name of Object.keys(SMALL).filter((each) => each !== "mixture")) {
    expect(card).toContain(`| ${name} | `);
  }
  expect(card).not.toContain(folder);
});
