// MinHash signatures in plain JavaScript, by the definition: what the WebAssembly function is tested and measured against.
import {PERMUTATIONS, permutation, type Signer, spread} from "../../../pipelines/studies/contamination/duplicates.js";

const permutations = Array.from({length: PERMUTATIONS}, (_, i) => permutation(i));
const a = Int32Array.from(permutations, each => each.a);
const b = Int32Array.from(permutations, each => each.b);

export const plainSigner: Signer = (hashes, count, into) => {
  into.fill(0xffffffff);
  for (let k = 0; k < count; k++) {
    const x = spread(hashes[k]!);
    for (let i = 0; i < PERMUTATIONS; i++) {
      const value = (Math.imul(x, a[i]!) + b[i]!) >>> 0;
      if (value < into[i]!) into[i] = value;
    }
  }
};
