// The value of a ListOps expression, by which the labels of files are checked (Nangia and Bowman 2018).

/** Results of the operators on digits; MED is the median rounded down, SM the sum modulo 10. */
const OPERATORS: Record<string, (values: readonly number[]) => number> = {
  MIN: values => values.reduce((a, b) => Math.min(a, b)),
  MAX: values => values.reduce((a, b) => Math.max(a, b)),
  MED: values => {
    const sorted = values.toSorted((a, b) => a - b);
    return Math.floor((sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2);
  },
  SM: values => values.reduce((a, b) => a + b) % 10
};
OPERATORS.SUM_MOD = OPERATORS.SM!;

/**
 * The value of an expression such as `[MAX 2 9 [MIN 4 7]]`, in which round brackets only bind; null for any other text, such as one with
 * another operator, a negative number or a bracket that is not closed.
 */
export function listopsValue(expression: string): number | null {
  const open: {operator: (values: readonly number[]) => number; values: number[]}[] = [];
  let result: number | null = null;
  for (const token of expression.replace(/[()]/gu, " ").match(/\[\s*[^\s[\]]*|\]|[^\s[\]]+/gu) ?? []) {
    if (result !== null) return null;
    if (token.startsWith("[")) {
      const name = token.slice(1).trim();
      const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
      if (!operator) return null;
      open.push({operator, values: []});
      continue;
    }
    let value = Number(token);
    if (token === "]") {
      const list = open.pop();
      if (!list || list.values.length === 0) return null;
      value = list.operator(list.values);
    } else if (!/^\d{1,15}$/u.test(token)) return null;
    const outer = open.at(-1);
    if (outer) outer.values.push(value);
    else if (token === "]") result = value;
    else return null;
  }
  return open.length === 0 ? result : null;
}
