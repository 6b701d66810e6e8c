// Simulated persons, to test the method where the truth is known.
import type {Random} from "../../generate/seed.js";
import {probability} from "../irt/item.js";
import {type Bank, itemAt} from "./bank.js";

/** Simulates answers of a person of ability θ: item i is right with the probability of its curve. */
export const simulatedAnswer = (bank: Bank, theta: number, random: Random) => (i: number) =>
  random.real() < probability(itemAt(bank, i), theta);
