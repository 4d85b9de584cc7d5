// Questions that take seconds of a processor: one is worked on, a few wait, and others are told to come back, so that
// nobody can make the service answer nothing else.
import { createSemaphore } from "../../data/semaphore.js";

export const MOST_WAITING = 8;

/** What is begun in it may throw `TooManyWaiting`. */
export const LONG_QUESTIONS = createSemaphore(1, MOST_WAITING);
