// Technical names as they are compared when someone searches for one: the same for the builder, which
// keeps them so, and the server, which brings what is searched for to the same form.

/** Without case and space around; `-` and space are `_`. A folded name holds no white space. */
export function foldName(name: string): string {
  return name.trim().toLowerCase().replace(/[-\s]/g, "_");
}
