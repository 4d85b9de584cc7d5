// Orders that Python itself gives for classes of the same bases.
import { describe, expect, test } from "vitest";

import { mergeOrders } from "../../../../server/registry/model/class-order.js";

const merge = (...orders: string[]) =>
  mergeOrders(
    orders.map((order) => [...order]),
    { left: 1_000, fault: () => new Error("too many steps") },
  ).join("");

describe("orders of bases", () => {
  test("of one base are its own", () => expect(merge("ABC", "A")).toBe("ABC"));

  test("of two meet in what both have", () => expect(merge("AO", "BO", "AB")).toBe("ABO"));

  test("keep a class before its own bases, whichever comes first", () => {
    // class A(D, E), class B(D, F), class C(A, B)
    expect(merge("ADEO", "BDFO", "AB")).toBe("ABDEFO");
  });

  test("are the example of Python's description of the order", () => {
    // class C(D, F), class B(D, E), class A(B, C)
    expect(merge("BDEO", "CDFO", "BC")).toBe("BCDEFO");
    // class B(E, D), the rest as before
    expect(merge("BEDO", "CDFO", "BC")).toBe("BECDFO");
  });

  test("that contradict each other give what is first", () => {
    expect(merge("XYO", "YXO")).toBe("XYO");
  });

  test("of nothing are nothing", () => expect(merge("", "")).toBe(""));
});
