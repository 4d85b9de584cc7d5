// How good the order of /v1/find is: mean reciprocal rank of judged texts, over all hits of whatever kind, in two halves of
// which only the open one may have a say in the rules; and how often the module is not among the six that are seen first.
import { splitInHalves } from "../../data/evaluation/halves.js";
import { readQuestions, type Question } from "../../data/evaluation/questions.js";
import { locateSnapshot } from "../../data/snapshot/locate.js";
import { findAll } from "../../server/lookup/find/find.js";
import { openLookup, type Lookup } from "../../server/lookup/lookup.js";
import { locateJudged, type Measurement, type Row } from "../measurement.js";

const TEXTS = locateJudged("box.jsonl");
const MOST_HITS = 20;
const SEEN_FIRST = 6;

export const box: Measurement = {
  summary: "the order of the one box, over 39 repositories of the community and the platform",
  isExtra: true,
  async measure({ programs: [{ name, snapshot }], note }) {
    const lookup = await openLookup(locateSnapshot(snapshot), { embedder: {} });
    try {
      const rows: Row[] = [];
      for (const [half, questions] of Object.entries(splitInHalves(readQuestions(TEXTS)))) {
        const places: number[] = [];
        for (const question of questions) places.push(await findPlace(lookup, question));
        const reciprocal = places.reduce((sum, place) => sum + 1 / place, 0) / places.length;
        const unseen = places.filter((place) => place > SEEN_FIRST).length;
        const what = `${questions.length} texts, ${half} half`;
        rows.push({ what: `${what}, MRR`, unit: "", figures: { [name]: [reciprocal] } });
        rows.push({ what: `${what}, not seen`, unit: "", figures: { [name]: [unseen] } });
        if (half === "open") {
          questions.forEach(({ text }, at) => {
            if (places[at] !== 1) note(`"${text}": number ${places[at]}`);
          });
        }
      }
      return rows;
    } finally {
      lookup.close();
    }
  },
};

/** The place of the first module that was judged right, from 1; infinite where it is not found. */
async function findPlace(lookup: Lookup, { text, relevant }: Question): Promise<number> {
  const query = { q: text, platform_version: undefined, limit: MOST_HITS };
  const { hits } = await findAll(lookup, query);
  const at = hits.findIndex(({ kind, name }) => kind === "module" && relevant.includes(name));
  return at < 0 ? Infinity : at + 1;
}
