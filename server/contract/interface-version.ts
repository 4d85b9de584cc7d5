// Which interface this is, for those who ask: of its description, of an export, of the tools.

/** Grows with every addition to the interface; the first number is that of /v1. */
export const INTERFACE_VERSION = "1.10.0";
