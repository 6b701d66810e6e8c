// Normally distributed random numbers.
import type {Random} from "./seed.js";

/** A standard normal random number (Box & Muller 1958, doi:10.1214/aoms/1177706645); consumes two draws of the stream. */
export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.real())) * Math.cos(2 * Math.PI * random.real());
