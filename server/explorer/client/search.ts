// The search page: finds while one types, and keeps the address bar in step.
// The server makes the same page without it.
import { describeOutcome, renderFailure, renderResults } from "../shared/search-results.js";
import { searchModules } from "../shared/search.js";
import {
  FILTER_NAMES,
  FIRST_SHOWN,
  isIdle,
  parseSearchState,
  settleVersion,
  toSearchAddress,
  withFilter,
  type SearchState,
} from "../shared/search-state.js";
import {
  createAsk,
  createKeys,
  findTarget,
  getElement,
  recall,
  setMarkup,
  toProblem,
} from "./browser.js";

const form = getElement("[data-search]", HTMLFormElement);
const box = getElement("#q", HTMLInputElement);
const status = getElement("[data-status]", HTMLElement);
const results = getElement("[data-results]", HTMLElement);
/** The first page alone has it. */
const home = document.querySelector<HTMLElement>("[data-home]");
const claim = getElement("[data-claim]", HTMLElement);
const how = getElement("[data-how]", HTMLElement);

const mainVersion = form.dataset["mainVersion"] ?? "";

/** Between the last key and the question. */
const TYPING_PAUSE_MS = 120;

/** After so long without an answer the page says that it waits. */
const PATIENCE_MS = 400;

let state = readAddress();
let asked = new AbortController();
let typing: ReturnType<typeof setTimeout> | undefined;

function readAddress(): SearchState {
  return settle(parseSearchState(new URLSearchParams(location.search)));
}

function settle(wanted: SearchState): SearchState {
  return settleVersion(wanted, mainVersion);
}

/**
 * Origin of a state: typed, letter by letter; entered, which ends the typing; chosen, by a chip or
 * a link; or walked to in the browser's history.
 */
type Step = "typed" | "entered" | "chosen" | "walked";

/** The page in the history is one that is being typed; what is typed next takes its place. */
let isTyping = false;

async function goTo(wanted: SearchState, step: Step): Promise<void> {
  clearTimeout(typing);
  state = settle(wanted);
  if (isIdle(state) && home === null) return location.assign("/");
  remember(step, toSearchAddress(state));
  document.title = state.q === "" ? "module-lookup" : `${state.q} · module-lookup`;
  showControls();
  await showResults();
}

/** One step back leads before the search, however long the typing. */
function remember(step: Step, address: string): void {
  const isSamePage = isTyping && step !== "chosen";
  isTyping = step === "typed";
  if (step === "walked") return;
  if (isSamePage) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
}

function showControls(): void {
  recall(state.q);
  if (box.value.trim() !== state.q) box.value = state.q;
  for (const name of FILTER_NAMES) {
    const select = getElement(`select[name="${name}"]`, HTMLSelectElement);
    const value = state.filters[name];
    if (![...select.options].some((option) => option.value === value)) {
      select.add(new Option(value, value));
    }
    select.value = value;
    const clear = getElement(`[data-clear="${name}"]`, HTMLAnchorElement);
    clear.href = toSearchAddress(withFilter(state, name, ""));
    clear.hidden = value === "";
    const chip = clear.closest("[data-chip]");
    chip?.classList.toggle("set", value !== "");
    if (chip instanceof HTMLElement && chip.dataset["chip"] === "cleared") {
      chip.hidden = value === "";
    }
  }
  const isHome = isIdle(state);
  if (home !== null) home.hidden = !isHome;
  how.hidden = !isHome;
  claim.classList.toggle("hidden", !isHome);
}

async function showResults(): Promise<void> {
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  results.setAttribute("aria-busy", "true");
  const waiting = setTimeout(() => {
    status.textContent = "Searching…";
  }, PATIENCE_MS);
  try {
    const outcome = await searchModules(createAsk(signal), state, mainVersion);
    if (signal.aborted) return;
    setMarkup(results, renderResults(state, outcome));
    status.textContent = describeOutcome(state, outcome);
  } catch (error) {
    if (signal.aborted) return;
    setMarkup(results, renderFailure(toProblem(error)));
    status.textContent = "";
    showRetry();
  } finally {
    clearTimeout(waiting);
    if (!signal.aborted) results.removeAttribute("aria-busy");
  }
}

function showRetry(): void {
  const retry = results.querySelector("[data-retry]");
  if (retry instanceof HTMLButtonElement) retry.hidden = false;
}

box.addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(() => {
    const q = box.value.trim();
    if (q !== state.q) void goTo({ ...state, q, show: FIRST_SHOWN }, "typed");
  }, TYPING_PAUSE_MS);
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void goTo({ ...state, q: box.value.trim(), show: FIRST_SHOWN }, "entered");
});

form.addEventListener("change", (event) => {
  const select = findTarget(event, "select", HTMLSelectElement);
  const name = FILTER_NAMES.find((one) => one === select?.name);
  if (select !== undefined && name !== undefined) {
    void goTo(withFilter(state, name, select.value), "chosen");
  }
});

document.addEventListener("click", (event) => {
  if (findTarget(event, "[data-retry]", HTMLButtonElement) !== undefined) void showResults();
  const link = findTarget(event, "a[data-state], a[data-clear]", HTMLAnchorElement);
  // Modified clicks open another tab.
  if (link === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { search } = new URL(link.href);
  const focus = link.dataset["clear"];
  void goTo(parseSearchState(new URLSearchParams(search)), "chosen");
  if (focus !== undefined) getElement(`select[name="${focus}"]`, HTMLSelectElement).focus();
});

addEventListener("popstate", () => void goTo(readAddress(), "walked"));

createKeys(box, results, "h2 a");

// Browsers put back what was typed before; the address bar is what counts.
showControls();
showRetry();
