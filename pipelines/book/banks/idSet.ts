// A set of items' identities in 8 bytes each, since a bank may hold millions of them.

/** Places of an empty set: a power of two, as after every growth. */
const PLACES = 2 ** 12;
/** Part of the places from which on the set grows: beyond it, searches become long. */
const FULL = 0.5;

/** Returns a set of identities, 16 hexadecimal digits as two words each (`wordAt`). `add` says whether one is new. */
export function idSet(): {has(high: number, low: number): boolean; add(high: number, low: number): boolean} {
  let places = PLACES;
  let size = 0;
  let hasZero = false;
  /** Two words a place, both zero where it is free: open addressing with linear steps. */
  let words = new Uint32Array(2 * places);
  /** The place of an identity, or the free one where it belongs. */
  const placeOf = (high: number, low: number): number => {
    let place = low & (places - 1);
    while ((words[2 * place] !== high || words[2 * place + 1] !== low) && (words[2 * place] !== 0 || words[2 * place + 1] !== 0))
      place = (place + 1) & (places - 1);
    return place;
  };
  const put = (high: number, low: number): boolean => {
    const place = placeOf(high, low);
    if (words[2 * place] !== 0 || words[2 * place + 1] !== 0) return false;
    words[2 * place] = high;
    words[2 * place + 1] = low;
    size++;
    return true;
  };
  const grow = () => {
    const old = words;
    places *= 4;
    words = new Uint32Array(2 * places);
    size = 0;
    for (let i = 0; i < old.length; i += 2) if (old[i] !== 0 || old[i + 1] !== 0) put(old[i]!, old[i + 1]!);
  };
  return {
    has(high, low) {
      if (high === 0 && low === 0) return hasZero;
      const place = placeOf(high, low);
      return words[2 * place] !== 0 || words[2 * place + 1] !== 0;
    },
    add(high, low) {
      if (high === 0 && low === 0) {
        const isNew = !hasZero;
        hasZero = true;
        return isNew;
      }
      if (size >= places * FULL) grow();
      return put(high, low);
    }
  };
}

/** The 8 hexadecimal digits (0-9, a-f) from a place on, as a number. */
export function wordAt(id: string, from: number): number {
  let word = 0;
  for (let i = from; i < from + 8; i++) {
    const code = id.charCodeAt(i);
    word = (word << 4) | ((code & 0xf) + (code >> 6) * 9); // 0-9 have no bit above 0x3f, and a-f end in 1-6
  }
  return word >>> 0;
}
