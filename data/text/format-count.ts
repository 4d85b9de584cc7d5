// Numbers with what they count, in sentences.

/** `1 module`, `2 modules`, `2 repositories`. */
export function formatCount(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
