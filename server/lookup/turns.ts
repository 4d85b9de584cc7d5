// Questions that take seconds of a processor take turns: one is worked on, a few wait, and others are told to come
// back, so that nobody can make the service answer nothing else.

const MOST_WAITING = 8;

/** As many wait already. */
export class TooManyWaiting extends Error {
  constructor() {
    super(`${MOST_WAITING} long questions are waiting; ask again when some have been answered.`);
    this.name = "TooManyWaiting";
  }
}

let last: Promise<unknown> = Promise.resolve();
let inside = 0;

/** Done when it was its turn and the work has ended. @throws TooManyWaiting; what the work throws */
export async function takeTurn<T>(work: () => Promise<T>): Promise<T> {
  if (inside > MOST_WAITING) throw new TooManyWaiting();
  inside += 1;
  const turn = last.then(work);
  last = turn.catch(() => undefined);
  try {
    return await turn;
  } finally {
    inside -= 1;
  }
}
