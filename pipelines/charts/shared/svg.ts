/**
 * Creates an SVG element with attributes and children; texts become text nodes. For drawings with many elements, where templates are slow.
 */
export function svgElement(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  children: readonly (Node | string)[] = []
): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const key in attributes) element.setAttribute(key, String(attributes[key]));
  element.append(...children);
  return element;
}
