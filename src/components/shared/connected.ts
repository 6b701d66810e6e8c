/** Resolves once an element is part of the page, which is necessary before measuring it or showing it as a modal dialog. */
export async function connected(element: HTMLElement): Promise<void> {
  while (!element.isConnected) await new Promise(requestAnimationFrame);
}
