// Words and numbers as pages, commands and searches write and compare them.

/** `1 module`, `2,000 modules`, `2 repositories`. */
export function formatCount(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

/** What is equal of two labels that differ in case or blanks alone: `Sales / CRM`, `sales/crm`. */
export function foldLabel(label: string): string {
  return label.replaceAll(/\s+/gu, "").toLowerCase();
}

/** `34 kB` */
export function formatBytes(bytes: number): string {
  const kilobytes = bytes / 1_000;
  if (kilobytes < 1) return `${bytes} bytes`;
  return kilobytes < 1_000 ? `${Math.round(kilobytes)} kB` : `${(kilobytes / 1_000).toFixed(1)} MB`;
}
