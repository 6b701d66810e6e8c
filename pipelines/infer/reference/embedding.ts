/** Number of dimensions of every embedding. */
export const DIMENSION = 64;
/** Number of characters of the hashed n-grams. */
const GRAM = 3;

/** A deterministic embedding: counts of 3-grams hashed into signed buckets, as a unit vector. Texts that share wording are close. */
export function embed(text: string): number[] {
  const vector = new Array<number>(DIMENSION).fill(0);
  const padded = ` ${text.toLowerCase()} `;
  for (let i = 0; i + GRAM <= padded.length; i++) {
    let hash = 0x811c9dc5;
    for (let k = i; k < i + GRAM; k++) hash = Math.imul(hash ^ padded.charCodeAt(k), 0x01000193);
    vector[(hash >>> 8) % DIMENSION]! += hash & 1 ? 1 : -1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map(value => value / length);
}

/** Little-endian 32-bit floats in base64, the encoding that the official client requests. */
export function base64Of(vector: readonly number[]): string {
  const view = new DataView(new ArrayBuffer(vector.length * 4));
  for (const [i, value] of vector.entries()) view.setFloat32(i * 4, value, true);
  return Buffer.from(view.buffer).toString("base64");
}
