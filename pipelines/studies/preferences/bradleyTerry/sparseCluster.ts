// Sums over clusters that involve few of the parameters: only these are visited.

/** The parameters that a cluster involves, in the order in which they occur. */
export interface SparseCluster {
  /** the parameters' indices */
  order: Int32Array;
  /** number of parameters */
  count(): number;
  /** position of a parameter, which is assigned at its first use */
  of(parameter: number): number;
  /** removes all parameters except the fixed ones */
  clear(): void;
}

/** @param fixed number of parameters at the end of `size` that every cluster involves; they come first */
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

/** Adds weight · u uᵀ, where u is over the parameters involved, each product on one side of the diagonal only. */
export function addProducts(sum: Float64Array, size: number, u: Float64Array, sparse: SparseCluster, weight: number): void {
  const {order} = sparse;
  const count = sparse.count();
  for (let p = 0; p < count; p++) {
    const own = weight * u[p]!;
    const row = order[p]! * size;
    for (let q = 0; q <= p; q++) sum[row + order[q]!] = sum[row + order[q]!]! + own * u[q]!;
  }
}
