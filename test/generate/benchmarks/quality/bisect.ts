/** Returns the zero of a rising function between two numbers, by 200 halvings. */
export function bisect(f: (x: number) => number, low: number, high: number): number {
  for (let i = 0; i < 200; i++) {
    const half = (low + high) / 2;
    if (f(half) > 0) high = half;
    else low = half;
  }
  return low;
}
