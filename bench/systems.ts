// Duration of questions about a system: its plan, all its models, one of them, and the way of its
// modules to another platform version; cold, and once more.
import { comparePlatformVersions } from "../data/platform/platform-version.js";
import type { Snapshot } from "../data/snapshot/decode.js";
import { createFigures } from "./table.js";
import type { Measurement } from "./measurement.js";
import { findLargestVersion, readSnapshot } from "./questions.js";
import { withServices } from "./service.js";
import { startTimer } from "./timing.js";

/** Names that a system is asked with. */
const MODULES = 60;
/** Systems for each run of other measurements. */
const SYSTEMS = 10;
const SEED = 20_241_122;

/** Addresses by what they answer. */
type SystemQuestions = Readonly<Record<string, string>>;

export const systems: Measurement = {
  summary: "plans, models and migrations of systems, first asked and asked again",
  measure: (bench) =>
    withServices(bench.programs, async (services) => {
      const asked = readSnapshot(bench.programs[0].snapshot, (snapshot) =>
        listSystems(snapshot, SYSTEMS * bench.runs),
      );
      const figures = createFigures();
      for (const questions of asked) {
        for (const [title, address] of Object.entries(questions)) {
          for (const when of ["first", "again"]) {
            const what = `${title}, ${when}, ${MODULES} names`;
            for (const { name, base } of services) {
              const isOwn = name === bench.programs[0].name;
              const ms = await measureAnswer(base + address, isOwn);
              if (ms !== undefined) figures.add(what, "ms", name, ms);
            }
          }
        }
      }
      return figures.list();
    }),
};

/** @returns undefined for what another program may not know, as a route that it does not have */
async function measureAnswer(address: string, isOwn: boolean): Promise<number | undefined> {
  const stop = startTimer();
  const response = await fetch(address);
  await response.arrayBuffer();
  if (response.ok) return stop().ms;
  if (isOwn) throw new Error(`${address} is answered with ${response.status}`);
  return undefined;
}

/** Systems of the version that has most modules, and their way to one beside it: the same each time. */
function listSystems(snapshot: Snapshot, count: number): readonly SystemQuestions[] {
  const { entries, names, versions } = snapshot;
  const version = findLargestVersion(snapshot);
  const at = versions.indexOf(version);
  const here = new Set<string>();
  for (let entry = 0; entry < entries.length; entry++) {
    if (entries.version.get(entry) === at) here.add(names.get(entries.name.get(entry)));
  }
  const beside = versions[at === 0 ? 1 : at - 1] ?? version;
  const [from = "", to = ""] = [version, beside].toSorted(comparePlatformVersions);
  const choose = createChooser([...here]);
  return Array.from({ length: count }, () => {
    const modules = `modules=${choose(MODULES).join(",")}`;
    const system = `platform_version=${version}&${modules}`;
    return {
      plan: `/v1/plan?${system}`,
      models: `/v1/registry/models?${system}`,
      migration: `/v1/migration?from=${from}&to=${to}&${modules}`,
    };
  });
}

/** Chooses at random without repetition. */
function createChooser(names: readonly string[]): (count: number) => readonly string[] {
  let state = SEED;
  /** A linear congruential generator (Lehmer, 48271 modulo 2³¹ − 1). */
  const below = (limit: number): number => (state = (state * 48_271) % 2_147_483_647) % limit;
  return (count) => {
    const left = [...names];
    const take = (): string => left.splice(below(left.length), 1)[0] ?? "";
    return Array.from({ length: Math.min(count, left.length) }, take);
  };
}
