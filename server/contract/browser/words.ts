// Words and numbers as pages, commands and searches write and compare them.

/** `1 module`, `2,000 modules`, `2 repositories`. */
export function formatCount(number: number, one: string, many = `${one}s`): string {
  // A locale takes a tenth of the time of a short command to load.
  const digits = String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
  return `${digits} ${number === 1 ? one : many}`;
}

/**
 * Folded label: equal for labels that differ in case or blanks alone: `Sales / CRM`, `sales/crm`.
 */
export function foldLabel(label: string): string {
  return label.replaceAll(/\s+/gu, "").toLowerCase();
}
