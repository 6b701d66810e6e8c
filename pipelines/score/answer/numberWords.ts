// Placeholder until the table of number words is merged.
export function numberWordsIn(_: string): {value: number; start: number; end: number; bare?: boolean}[] {
  return [];
}
