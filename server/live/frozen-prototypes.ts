// Freezes the prototypes of all objects before the first request. Names of modules, models and
// fields are foreign. Code that keys a plain object with one called `__proto__` writes to
// Object.prototype, so every object of the process gets that property. With frozen prototypes such
// a write fails alone, where it is made.

/** Prototypes whose properties libraries override by assignment, see allowOverride. */
const OFTEN_OVERRIDDEN: readonly object[] = [
  Object.prototype,
  Function.prototype,
  Error.prototype,
  AggregateError.prototype,
  EvalError.prototype,
  RangeError.prototype,
  ReferenceError.prototype,
  SyntaxError.prototype,
  TypeError.prototype,
  URIError.prototype,
];

const ITERATOR = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object;

/**
 * RegExp.prototype is missing: V8 takes a slow way for every expression when it is not as it was made,
 * and a search takes eight times as long.
 */
const OTHERS: readonly object[] = [
  String.prototype,
  Number.prototype,
  Boolean.prototype,
  Symbol.prototype,
  BigInt.prototype,
  Map.prototype,
  Set.prototype,
  WeakMap.prototype,
  WeakSet.prototype,
  Promise.prototype,
  Date.prototype,
  ArrayBuffer.prototype,
  SharedArrayBuffer.prototype,
  DataView.prototype,
  Object.getPrototypeOf(Uint8Array.prototype) as object,
  ITERATOR,
];

/** Freezes the prototypes of this process; for the start of a service, and once. */
export function freezePrototypes(): void {
  for (const prototype of OFTEN_OVERRIDDEN) close(prototype, allowOverride);
  for (const prototype of OTHERS) close(prototype, makeReadOnly);
  // Nothing can be added to it or removed; with methods that are read only a request takes a tenth longer.
  Object.seal(Array.prototype);
}

/**
 * Frozen, but not by Object.freeze: that gives V8 another kind of prototype, on which a request takes
 * half as long again.
 */
function close(prototype: object, closeProperty: typeof makeReadOnly): void {
  if (!Object.isExtensible(prototype)) return;
  for (const key of Reflect.ownKeys(prototype)) closeProperty(prototype, key);
  Object.preventExtensions(prototype);
}

function makeReadOnly(prototype: object, key: string | symbol): void {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, key);
  if (descriptor?.configurable !== true) return;
  const readOnly = "value" in descriptor ? { writable: false } : {};
  Object.defineProperty(prototype, key, { ...readOnly, configurable: false });
}

/**
 * Assigning to an inherited property that is read only fails, even where the object itself may have the
 * property (`error.name = …`, `Class.prototype.toString = …`), and libraries do that when they are
 * loaded. So it becomes a pair of functions: reading gives the value, assigning gives the object a
 * property of its own, as if nothing were frozen.
 */
function allowOverride(prototype: object, key: string | symbol): void {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, key);
  if (descriptor?.configurable !== true || !("value" in descriptor)) return;
  const { value, enumerable } = descriptor as { readonly value: unknown; enumerable: boolean };
  Object.defineProperty(prototype, key, {
    get: () => value,
    set(this: object, own: unknown) {
      const ordinary = { writable: true, enumerable: true, configurable: true };
      Object.defineProperty(this, key, { value: own, ...ordinary });
    },
    enumerable,
    configurable: false,
  });
}
