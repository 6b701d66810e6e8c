// Costs in words, for the terminal and for pages.

/** Kind of costs: known from prices, unknown for some or all models, or none, because all models are simulated. */
export type CostKind = "priced" | "partly priced" | "unpriced" | "simulated";

/** The parts of a model or of an evaluation that determine the kind of its costs. */
interface PriceFacts {
  simulated?: boolean | undefined;
  unpriced?: boolean | undefined;
}

/** Returns the kind of the costs of some models together. */
export function costKindAmong(models: readonly PriceFacts[]): CostKind {
  const asked = models.filter(({simulated}) => !simulated);
  if (asked.length === 0) return "simulated";
  const unknown = asked.filter(({unpriced}) => unpriced).length;
  return unknown === 0 ? "priced" : unknown === asked.length ? "unpriced" : "partly priced";
}

/** Cost in words, within a sentence: `$0.0123`, or that it is not known, or that nothing is spent. @param dollars US dollars */
export const costText = (dollars: number, costKind: CostKind): string =>
  `${costKind === "unpriced" ? "cost " : ""}${costValue(dollars, costKind)}`;

/** The same where a label or a heading says that it is a cost. */
export function costValue(dollars: number, costKind: CostKind): string {
  if (costKind === "simulated") return "simulated, nothing is spent";
  if (costKind === "unpriced") return "unknown (no price)";
  return `$${dollars.toFixed(dollars < 1 ? 4 : 2)}${costKind === "partly priced" ? " and models without a price" : ""}`;
}
