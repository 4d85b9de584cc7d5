// A route of this service: what its function is given beside the values of the question, and how it is asked.
import type { Shape } from "../../data/shape.js";
import { TooManyWaiting, type Asker } from "../../data/semaphore.js";
import type { Lookup } from "../lookup/lookup.js";
import { AskerGone, makeLongText, TooComplex } from "../lookup/limits.js";
import type { ServiceState } from "../live/service-state.js";
import { chooseFormat } from "../contract/negotiation.js";
import type { Block, LayoutContext } from "../contract/layout.js";
import { takeSteps, yieldToEventLoop, type StepOptions } from "../../data/yield.js";
import {
  boundAnswer,
  isLonger,
  layTruncated,
  MOST_ANSWER_CHARS,
  MOST_READ_CHARS,
  REST,
} from "../contract/bounded.js";
import { outputFormat, type ParameterTable } from "../contract/parameter.js";
import { Problem } from "../contract/problem.js";
import { readParameters, type SentValues } from "../contract/read-parameters.js";
import type { Resource } from "../contract/resource.js";
import { loadShape, type AnswerFormats, type Route, type TypedRoute } from "../contract/route.js";
import {
  findLayoutFormat,
  isLayoutFormat,
  LAYOUT_FORMATS,
  LAYOUT_TEXTS,
  renderLayout,
} from "../faces/formats.js";
import { answerOnce } from "./answer-cache.js";

export interface RouteRequest {
  /** Every route of the service, for those that describe others. */
  readonly routes: readonly Route[];
  readonly lookup: Lookup;
  readonly state: ServiceState;
  /** The header Accept. */
  readonly accept: string | undefined;
  /** Asker of a slow answer; absent if nobody could leave. */
  readonly findAsker?: (() => Asker | undefined) | undefined;
  /** Set for pages, which show parts of lists, and commands; other answers are cut if too long. */
  readonly isWhole?: true;
}

/**
 * The declaration, with the formats among its answers; the compiler holds what answers to its parameters and its shape.
 * `format` takes the forms that follow from the layout, beside the route's own; paths beside `/v1` have none.
 */
export function defineRoute<
  const Path extends string,
  const Table extends ParameterTable,
  Body = unknown,
>(route: TypedRoute<Path, Table, Body, RouteRequest>): TypedRoute<Path, Table, Body, RouteRequest> {
  const { answer, formats, parameters, path } = route;
  if (answer.shape === undefined || !IN_INTERFACE.test(path)) return route;
  const all = addLayoutFormats(answer, formats);
  const own = parameters["format"];
  const words = own?.kind === "choice" ? own.words.filter((word) => word !== "json") : [];
  const chosen = outputFormat([...words, ...LAYOUT_FORMATS.filter((one) => !words.includes(one))]);
  return {
    ...route,
    parameters: { ...parameters, format: chosen, rest: REST },
    answer: { ...answer, texts: { ...answer.texts, ...all.texts } },
    formats: all,
  };
}

/** Paths of the interface; others are about the service. */
const IN_INTERFACE = /^\/v1(?:\/|$)/;

type AnyFormats = AnswerFormats<never, never, never>;

/** Default layout of an answer, one row a step. */
async function layInSteps(
  body: unknown,
  context: LayoutContext,
  options: StepOptions,
): Promise<readonly Block[]> {
  const { layPlainly } = await import("../contract/plain-blocks.js");
  return takeSteps(layPlainly(body, context), options);
}

/** Length of an answer, in characters, from which on few texts are made at once. */
const LONG_CHARS = 200_000;

/** @param layout of the answer itself; one without has the default layout */
function addLayoutFormats(
  { layout, isRow, shape }: Pick<Route["answer"], "layout" | "isRow" | "shape">,
  own: AnyFormats | undefined,
): AnyFormats {
  const readShape = async (): Promise<Shape | undefined> => {
    const loaded = shape && (await loadShape(shape));
    return isRow ? { items: loaded } : loaded;
  };
  return {
    isAskedFor: layout === undefined && own === undefined,
    texts: { ...LAYOUT_TEXTS, ...own?.texts, ...joinTexts(own?.texts["text/plain"]) },
    find: (mediaType) => own?.find(mediaType) ?? findLayoutFormat(mediaType),
    async render(name: string, body, request: RouteRequest, values, total) {
      if (!isLayoutFormat(name)) {
        if (own === undefined) throw new Error(`nothing renders ${name}`);
        return own.render(name as never, body, request as never, values, total);
      }
      const lay = await layout?.();
      const asker = request.findAsker?.();
      const options = { onYield: () => asker?.signal.throwIfAborted() };
      // Others are answered before an answer is laid out, and before it is written.
      const yieldTurn = async (): Promise<void> => {
        await yieldToEventLoop();
        options.onYield();
      };
      const make = async () => {
        await yieldTurn();
        const blocks =
          lay?.(body, { total }) ??
          (await layInSteps(isRow ? [body] : body, { total, shape: await readShape() }, options));
        await yieldTurn();
        return renderLayout(name, [...blocks, ...layTruncated(body)], options);
      };
      return isLonger(body, LONG_CHARS) ? makeLongText(make, asker) : make();
    },
  };
}

/** A route may have more than one plain text. */
function joinTexts(own: AnyFormats["texts"][string] | undefined): AnyFormats["texts"] {
  if (own === undefined) return {};
  const said = [LAYOUT_TEXTS["text/plain"], own].map((one) => one?.description ?? "");
  return { "text/plain": { description: said.join(" ") } };
}

/**
 * Answers what was sent.
 * @param route of the request
 * @throws Problem `invalid_parameters` with every fault, and those of the route
 */
export function answerRoute(
  route: Route,
  request: RouteRequest,
  sent: SentValues,
): Promise<Resource> | Resource {
  const values = { ...readParameters(route.parameters, sent), ...route.fixed };
  try {
    const respond = (asker?: Asker) => {
      const within = asker === undefined ? request : { ...request, findAsker: () => asker };
      return route.respond(within as never, values as never);
    };
    const whole =
      route.isCostly === true
        ? answerOnce({ ...request, route, values, asker: request.findAsker?.() }, respond)
        : respond();
    const form = findForm(route, request, values);
    const rest = values["rest"] as string | undefined;
    const mostChars = READ_FORMS.has(form) ? MOST_READ_CHARS : MOST_ANSWER_CHARS;
    const answer = request.isWhole === true ? whole : boundAnswer(whole, rest, mostChars);
    const isPlain = route.formats === undefined || (form === "json" && route.formats.isAskedFor);
    const formatted = isPlain ? answer : format(answer, form, route, request, values);
    return formatted instanceof Promise ? formatted.catch(refuse) : formatted;
  } catch (error) {
    return refuse(error);
  }
}

/** Answers what was sent with POST. @throws Problem */
export async function answerPosted(
  { posted }: Route,
  request: RouteRequest,
  body: unknown,
): Promise<Resource> {
  if (posted === undefined) throw new Error("nothing is asked here with POST");
  try {
    return await posted.respond(request as never, body);
  } catch (error) {
    return refuse(error);
  }
}

/** Forms for people: nobody reads as much as programs take. */
const READ_FORMS: ReadonlySet<string> = new Set(["text", "markdown"]);

/** The parameter wins over what the client would rather have. */
function findForm(
  { formats }: Route,
  { accept }: RouteRequest,
  values: Readonly<Record<string, unknown>>,
): string {
  if (formats === undefined) return "json";
  const asked = values["format"] as string | undefined;
  return asked ?? (formats.isAskedFor === true ? "json" : chooseFormat(accept, formats));
}

async function format(
  answer: Promise<Resource> | Resource,
  form: string,
  { formats }: Route,
  request: RouteRequest,
  values: Readonly<Record<string, unknown>>,
): Promise<Resource> {
  const varies = formats?.isAskedFor === true ? {} : { variesByAccept: true };
  const resource = { ...(await answer), ...varies };
  if (formats === undefined || form === "json" || !("body" in resource)) return resource;
  const { body, page } = resource;
  const text = await formats.render(
    form as never,
    body as never,
    request as never,
    values as never,
    page?.total,
  );
  return { ...text, ...(page !== undefined && { page }), ...varies };
}

/** @throws Problem where the question takes more than there is for it, else what was thrown */
function refuse(error: unknown): never {
  // Nobody reads it.
  if (error instanceof AskerGone) throw new Problem("too_busy", error.message);
  if (error instanceof TooComplex) throw new Problem("too_complex", error.message);
  if (!(error instanceof TooManyWaiting)) throw error;
  const detail = `${error.waiting} long questions or texts are waiting; ask again when some are done.`;
  throw new Problem("too_busy", detail);
}
