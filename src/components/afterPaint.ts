/** A value computed once the browser has painted what it has: what stands further down a page need not hold up what stands above. */
export async function afterPaint<T>(compute: () => T): Promise<T> {
  await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
  return compute();
}
