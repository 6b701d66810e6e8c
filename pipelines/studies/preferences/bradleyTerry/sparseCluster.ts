// Sums over clusters that touch few of the parameters: only these are visited.

/** Parameters in the order in which a cluster touches them. */
export interface SparseCluster {
  /** the parameters, by number */
  order: Int32Array;
  /** how many there are */
  count(): number;
  /** the number of a parameter, which it gets when it first comes up */
  of(parameter: number): number;
  /** forgets all but the fixed ones */
  clear(): void;
}

/** @param fixed the last so many of `size` parameters, which every cluster touches, come first */
export function sparseClusterOf(size: number, fixed = 0): SparseCluster {
  const order = new Int32Array(size);
  const place = new Int32Array(size).fill(-1);
  for (let c = 0; c < fixed; c++) order[c] = size - fixed + c;
  let count = fixed;
  return {
    order,
    count: () => count,
    of(parameter) {
      let at = place[parameter]!;
      if (at < 0) {
        at = place[parameter] = count;
        order[count++] = parameter;
      }
      return at;
    },
    clear() {
      while (count > fixed) place[order[--count]!] = -1;
    }
  };
}

/** Adds weight · u uᵀ, u over the parameters touched, each product on one side of the diagonal. */
export function addProducts(sum: Float64Array, size: number, u: Float64Array, sparse: SparseCluster, weight: number): void {
  const {order} = sparse;
  const count = sparse.count();
  for (let p = 0; p < count; p++) {
    const own = weight * u[p]!;
    const row = order[p]! * size;
    for (let q = 0; q <= p; q++) sum[row + order[q]!] = sum[row + order[q]!]! + own * u[q]!;
  }
}
