// Embeds a text by its wording alone.

/** Number of dimensions, that of common sentence encoders. */
const DIMENSION = 768;
/** Number of characters of the hashed n-grams. */
const GRAM = 3;

/**
 * Counts of 3-grams hashed into signed buckets, as a unit vector: texts that share wording are close, whatever they mean. The first axis
 * where counts cancel each other.
 */
export function lexical(text: string): number[] {
  const vector = new Array<number>(DIMENSION).fill(0);
  const padded = ` ${text.toLowerCase()} `;
  for (let i = 0; i + GRAM <= padded.length; i++) {
    let hash = 0x811c9dc5;
    for (let k = i; k < i + GRAM; k++) hash = Math.imul(hash ^ padded.charCodeAt(k), 0x01000193);
    vector[(hash >>> 8) % DIMENSION]! += hash & 1 ? 1 : -1;
  }
  const length = Math.hypot(...vector);
  if (length === 0) return vector.with(0, 1);
  return vector.map(value => value / length);
}
