// Version of the interface: for its description, an export, and the tools.

/** Grows with every addition to the interface; the first number is that of /v1. */
export const INTERFACE_VERSION = "1.10.0";
