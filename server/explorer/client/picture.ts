// A drawing that can be dragged about and made larger or smaller; the keyboard scrolls it as any
// region that scrolls.

const STEP = 1.25;
const SMALLEST = 0.2;
const LARGEST = 3;
const READABLE = 0.7;

export function openPicture(figure: HTMLElement): void {
  const pan = figure.querySelector<HTMLElement>("[data-pan]");
  const drawing = pan?.querySelector("svg");
  const tools = figure.querySelector<HTMLElement>("[data-tools]");
  if (pan === null || tools === null || drawing === null || drawing === undefined) return;
  const size = { width: readSize(drawing, "width"), height: readSize(drawing, "height") };
  let scale = 1;
  const zoom = (wanted: number): void => {
    const next = Math.min(Math.max(wanted, SMALLEST), LARGEST);
    // The middle stays in place.
    const middle = {
      x: pan.scrollLeft + pan.clientWidth / 2,
      y: pan.scrollTop + pan.clientHeight / 2,
    };
    drawing.setAttribute("width", String(size.width * next));
    drawing.setAttribute("height", String(size.height * next));
    pan.scrollLeft = (middle.x * next) / scale - pan.clientWidth / 2;
    pan.scrollTop = (middle.y * next) / scale - pan.clientHeight / 2;
    scale = next;
  };
  const fitting = Math.min(pan.clientWidth / size.width, pan.clientHeight / size.height, 1);
  addButton(tools, "−", "Zoom out", () => zoom(scale / STEP));
  addButton(tools, "+", "Zoom in", () => zoom(scale * STEP));
  addButton(tools, "Fit", "Fit: show the whole graph", () => zoom(fitting));
  // Shows the whole, as long as names are readable.
  zoom(Math.max(fitting, READABLE));
  tools.hidden = false;
  showRoot(pan, drawing);
  makeGrabbable(pan);
}

/** In a tall drawing the module itself stands in the middle, out of sight. */
function showRoot(pan: HTMLElement, drawing: SVGElement): void {
  const root = drawing.querySelector(".root")?.getBoundingClientRect();
  if (root === undefined) return;
  const top = root.top - pan.getBoundingClientRect().top;
  pan.scrollTop += top + root.height / 2 - pan.clientHeight / 2;
}

function readSize(drawing: SVGElement, name: "width" | "height"): number {
  return Number(drawing.dataset[name]);
}

function addButton(tools: HTMLElement, text: string, label: string, onPress: () => void): void {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = text;
  button.setAttribute("aria-label", label);
  button.addEventListener("click", onPress);
  tools.append(button);
}

/** A finger scrolls by itself; this is for the mouse. */
function makeGrabbable(pan: HTMLElement): void {
  pan.dataset["grabbable"] = "";
  let start: { readonly x: number; readonly y: number } | undefined;
  let hasMoved = false;
  pan.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button !== 0) return;
    start = { x: event.clientX + pan.scrollLeft, y: event.clientY + pan.scrollTop };
    hasMoved = false;
  });
  addEventListener("pointermove", (event) => {
    if (start === undefined) return;
    hasMoved = true;
    pan.dataset["grabbed"] = "";
    pan.scrollLeft = start.x - event.clientX;
    pan.scrollTop = start.y - event.clientY;
  });
  addEventListener("pointerup", () => {
    start = undefined;
    delete pan.dataset["grabbed"];
  });
  // Dragging a box must not follow its link.
  pan.addEventListener("click", (event) => hasMoved && event.preventDefault(), true);
  pan.addEventListener("dragstart", (event) => event.preventDefault());
}
