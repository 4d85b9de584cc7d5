// Drawing of a module's dependencies: boxes that lead to the modules, arrows to each dependency. An
// arrow that longer ways imply is left out for legibility.
import { toPath } from "../../contract/browser/ask.js";
import { html, type Html } from "../../contract/browser/html.js";
import type { Layout, PlacedBox, Point } from "./layout.js";

export interface Needs {
  readonly technical_name: string;
  readonly modules: readonly {
    readonly technical_name: string;
    readonly depth: number;
    readonly depends: readonly string[];
    readonly organization: string;
    readonly repository: string;
  }[];
  readonly organization: string;
  readonly repository: string;
  readonly unresolved: readonly { readonly technical_name: string }[];
}

type Pair = readonly [from: string, to: string];

interface Drawing {
  /** The nearest, as many as can be looked at. */
  readonly names: readonly string[];
  readonly pairs: readonly Pair[];
  readonly left: number;
}

/** More boxes than these are no picture any more. */
const MOST_BOXES = 60;

export async function drawDependencies(needs: Needs, version: string): Promise<Html | false> {
  const { names, pairs, left } = chooseDrawn(needs);
  if (names.length < 2) return false;
  // Most pages need no drawing, and the library is large.
  const { placeBoxes } = await import("./layout.js");
  const boxes = names.map((name) => ({ name, width: 24 + name.length * CHARACTER, height: 28 }));
  const looks = new Map(needs.modules.map((one) => [one.technical_name, findLook(one, needs)]));
  const drawn = renderLayout(placeBoxes(boxes, pairs), (box) =>
    renderBox(box, version, looks.get(box.name) ?? "unknown"),
  );
  return html`<figure class="picture" data-picture>
    <div class="picture-tools" data-tools hidden></div>
    <div
      class="pan"
      tabindex="0"
      role="region"
      aria-label="Graph of the dependencies of ${needs.technical_name}"
      data-pan
    >
      ${drawn}
    </div>
    <figcaption>
      Each module points at what it needs.
      <span class="legend own">same repository</span> <span class="legend other">other repositories</span>
      ${names.some((name) => !looks.has(name)) && html`<span class="legend unknown">not indexed</span>`}${left > 0 && html` The nearest ${names.length} are drawn, ${left} more are not.`}
    </figcaption>
  </figure>`;
}

/** Width of a monospaced letter, in units of the drawing. */
const CHARACTER = 7.3;

function renderLayout(
  { width, height, boxes, arrows }: Layout,
  toBox: (box: PlacedBox) => Html,
): Html {
  return html`<svg
    viewBox="0 0 ${width} ${height}"
    width="${width}"
    height="${height}"
    data-width="${width}"
    data-height="${height}"
  >
    <defs>
      <marker
        id="arrow"
        viewBox="0 0 8 8"
        refX="7"
        refY="4"
        markerWidth="7"
        markerHeight="7"
        orient="auto"
      >
        <path d="M0 0 8 4 0 8z" />
      </marker>
    </defs>
    <g class="arrows">
      ${arrows.map((points) => html`<path d="${toPathData(points)}" marker-end="url(#arrow)" />`)}
    </g>
    <g class="boxes">${boxes.map(toBox)}</g>
  </svg>`;
}

type Look = "root" | "own" | "other" | "unknown";

/** Look of a module: from the drawing's repository, or from another one. */
function findLook(one: Needs["modules"][number], needs: Needs): Look {
  if (one.technical_name === needs.technical_name) return "root";
  const isOwn = one.organization === needs.organization && one.repository === needs.repository;
  return isOwn ? "own" : "other";
}

function renderBox({ name, x, y, width, height }: PlacedBox, version: string, look: Look): Html {
  const box = html`<rect
      x="${round(x - width / 2)}"
      y="${round(y - height / 2)}"
      width="${round(width)}"
      height="${height}"
      rx="${height / 2}"
    /><text x="${round(x)}" y="${round(y + 4)}" text-anchor="middle">${name}</text>`;
  return look === "root" || look === "unknown"
    ? html`<g class="${look}">${box}</g>`
    : html`<a class="${look}" href="${toPath("module", name, version)}">${box}</a>`;
}

/** Through the middles between the points, so that corners are round. */
function toPathData(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = rest.at(-1);
  if (first === undefined || last === undefined) return "";
  const curves = rest.slice(0, -1).map((point, at) => {
    const next = rest[at + 1] ?? point;
    return `Q${show(point)} ${show({ x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 })}`;
  });
  return `M${show(first)}${curves.join("")}L${show(last)}`;
}

function show({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function chooseDrawn(needs: Needs): Drawing {
  const { modules, unresolved } = needs;
  const depths = new Map(modules.map(({ technical_name, depth }) => [technical_name, depth]));
  const all = modules.flatMap(({ technical_name, depends }) =>
    depends.map((name): Pair => [technical_name, name]),
  );
  // A missing module lies behind its nearest dependent.
  for (const { technical_name: name } of unresolved) {
    const near = all.filter(([, to]) => to === name).map(([from]) => depths.get(from) ?? 0);
    depths.set(name, Math.min(...near, modules.length) + 1);
  }
  const ordered = [...depths].toSorted(([, left], [, right]) => left - right);
  const names = ordered.slice(0, MOST_BOXES).map(([name]) => name);
  const isDrawn = new Set(names);
  const between = all.filter(([from, to]) => isDrawn.has(from) && isDrawn.has(to) && from !== to);
  return { names, pairs: dropImplied(between), left: ordered.length - names.length };
}

/** Leaves out each arrow whose end is reached another way. */
export function dropImplied(pairs: readonly Pair[]): readonly Pair[] {
  const next = new Map<string, string[]>();
  for (const [from, to] of pairs) next.set(from, [...(next.get(from) ?? []), to]);
  const reaches = (from: string, wanted: string): boolean => {
    const seen = new Set((next.get(from) ?? []).filter((name) => name !== wanted));
    // A set that grows while it is walked through is walked to its new end.
    for (const name of seen) {
      for (const other of next.get(name) ?? []) {
        if (other === wanted) return true;
        // Modules in a cycle would imply each other's arrows.
        if (other !== from) seen.add(other);
      }
    }
    return false;
  };
  return pairs.filter(([from, to]) => !reaches(from, to));
}
