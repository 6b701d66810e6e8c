// The distributions that studies test with; scores need them too, so they stand among the scores' formulas.
export * from "../score/distributions.js";
