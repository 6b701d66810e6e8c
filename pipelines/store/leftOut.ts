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
  const testedItems = values("items").map((items, i) => items - values("not_testable")[i]!);
  const where = `word for word in ${audited.every(({simulated}) => simulated) ? "simulated " : ""}training data`;
  if (audited.every(row => row.left_out === row.items))
    return `All ${span(values("items"))} items were found ${where}, so that there is no score without them.`;
  const [tested, left, untested] = [span(testedItems), span(values("left_out")), span(values("not_testable"))];
  const each = tested.includes("to") || left.includes("to") ? "Of each evaluation, " : "";
  const isOne = left === "1";
  const fate = left === "0" ? "" : isOne ? " and is left out" : " and are left out";
  const rest =
    untested === "0" ? "" : ` ${untested} more could not be tested and ${untested === "1" ? "stays" : "stay"} in the score.`;
  return `${each}${left} of the ${tested} items tested ${isOne ? "was" : "were"} found ${where}${fate}.${rest}`;
}
