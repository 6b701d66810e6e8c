// What the checks of instructions share: their interface, their arguments, and the comparisons that IFEval words.

export type Arguments = Record<string, unknown>;

/** Whether an answer follows an instruction. Throws a RangeError where an argument is missing. */
export type Check = (answer: string, given: Arguments) => boolean;

/** An argument that is a text. */
export function text(given: Arguments, name: string): string {
  const value = given[name];
  if (typeof value !== "string" || value === "") throw new RangeError(`${name} is missing`);
  return value;
}

/** An argument that is a list of texts, at least one. */
export function texts(given: Arguments, name: string): string[] {
  const value = given[name];
  if (!Array.isArray(value) || value.length === 0 || !value.every(each => typeof each === "string"))
    throw new RangeError(`${name} is missing`);
  return value;
}

/** An argument that is a number. */
export function count(given: Arguments, name: string): number {
  const value = given[name];
  if (typeof value !== "number") throw new RangeError(`${name} is missing`);
  return value;
}

/** The comparison that a relation words: fewer than, or at least. */
export function followsRelation(found: number, relation: string, asked: number): boolean {
  if (relation === "less than") return found < asked;
  if (relation === "at least") return found >= asked;
  throw new RangeError(`relation ${JSON.stringify(relation)} is neither "less than" nor "at least"`);
}
