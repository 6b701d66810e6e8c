// The longest common subsequence of two sequences of words, 32 words of one of them at a time.

/**
 * Returns a function of a document's words that gives the length of the longest common subsequence with an item's words, by the
 * bit-parallel method of Crochemore, Iliopoulos, Pinzon and Reid (2001) in the form of Hyyrö (2004): |item| ÷ 32 operations a word.
 * @param item numbers of its words, from 0
 */
export function subsequenceWith(item: ArrayLike<number>): (document: ArrayLike<number>, from: number, to: number) => number {
  const blocks = Math.ceil(item.length / 32);
  const masks = new Map<number, Uint32Array>();
  for (let i = 0; i < item.length; i++) {
    let mask = masks.get(item[i]!);
    if (!mask) masks.set(item[i]!, (mask = new Uint32Array(blocks)));
    mask[i >>> 5]! |= 1 << (i & 31);
  }
  const state = new Uint32Array(blocks);
  return (document, from, to) => {
    state.fill(0xffffffff);
    for (let i = from; i < to; i++) {
      const mask = masks.get(document[i]!);
      if (!mask) continue;
      let carry = 0;
      for (let block = 0; block < blocks; block++) {
        const present = state[block]!;
        const matched = (present & mask[block]!) >>> 0;
        const sum = present + matched + carry;
        carry = sum > 0xffffffff ? 1 : 0;
        state[block] = sum | (present & ~mask[block]!);
      }
    }
    let length = 0;
    for (let i = 0; i < item.length; i++) if (((state[i >>> 5]! >>> (i & 31)) & 1) === 0) length++;
    return length;
  };
}
