// Equally spaced quadrature nodes for the standard normal population of abilities, as in mirt's default.

export interface Grid {
  nodes: Float64Array;
  /** standard normal weights, which sum to 1 */
  weights: Float64Array;
}

/** @param size number of nodes from −reach to reach; 61 resolve a test of up to about 50 items (error of its log-likelihood below 1e-6) */
export function normalGrid({size = 61, reach = 6}: {size?: number; reach?: number} = {}): Grid {
  const nodes = Float64Array.from({length: size}, (_, i) => -reach + (2 * reach * i) / (size - 1));
  const density = nodes.map(theta => Math.exp((-theta * theta) / 2));
  const total = density.reduce((sum, x) => sum + x, 0);
  return {nodes, weights: density.map(x => x / total)};
}
