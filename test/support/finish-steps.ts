// Functions whose work is in steps, as those that take all of them at once.
import { finishSteps, type Steps } from "../../data/yield.js";

export const finishing =
  <Given extends readonly unknown[], T>(find: (...given: Given) => Steps<T>) =>
  (...given: Given): T =>
    finishSteps(find(...given));
