// A sentence about the items that the headline figure of a model leaves out.

/** Items that an evaluation was asked in a suite, by the audit's verdicts on them; null where its answers are not stored individually. */
export interface ItemCounts {
  items: number | null;
  /** Those that an audit looked for. */
  audited: number | null;
  /** Those with the verdict `exact`. */
  left_out: number | null;
  not_testable: number | null;
  simulated?: boolean;
}

const formatted = (n: number): string => n.toLocaleString("en-US");

/** `3`, or `3 to 5` */
function span(values: readonly number[]): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return low === high ? formatted(low) : `${formatted(low)} to ${formatted(high)}`;
}

/** How many items headline figures leave out, and how many could not be tested; empty where no audit has looked for any. */
export function leftOutSentence(rows: readonly ItemCounts[]): string {
  const audited = rows.filter(({audited}) => (audited ?? 0) > 0);
  if (audited.length === 0) return "";
  const values = (name: "items" | "left_out" | "not_testable") => audited.map(row => row[name] ?? 0);
  const most = Math.max(...values("left_out"));
  const where = `word for word in ${audited.every(({simulated}) => simulated) ? "simulated " : ""}training data`;
  const [items, left, untested] = [span(values("items")), span(values("left_out")), span(values("not_testable"))];
  const each = items.includes("to") || left.includes("to") ? " of each evaluation" : "";
  const rest =
    untested === "0" ? "" : ` ${untested} could not be tested and ${untested === "1" ? "stays" : "stay"} in the score.`;
  if (most === 0) return `None of ${items} items${each} was found ${where}.${rest}`;
  if (audited.every(row => row.left_out === row.items))
    return `All ${items} items${each} were found ${where}, so that there is no score without them.`;
  const verbs = left === "1" ? ["was", "is"] : ["were", "are"];
  return `${left} of ${items} items${each} ${verbs[0]} found ${where} and ${verbs[1]} left out.${rest}`;
}
