/** Resolves once an element stands in the page: what measures it, or shows it above the page, must wait for that. */
export async function connected(element: HTMLElement): Promise<void> {
  while (!element.isConnected) await new Promise(requestAnimationFrame);
}
