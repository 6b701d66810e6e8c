// Placeholder until the comparison of expressions is merged.
export function compareExpressions(given: string, expected: string, _: {equal: (a: string, b: string) => boolean | null}): {right: boolean | null; reason?: "too long to compare"} {
  const plain = (text: string) => text.replace(/\\left|\\right|\\[,;:! ]|\s|\$|[.]$/gu, "").replace(/\\[dt]frac/gu, "\\frac");
  return {right: plain(given) === plain(expected)};
}
