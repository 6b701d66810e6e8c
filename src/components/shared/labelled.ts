// Names of inputs for screen readers.

/** Gives the slider of an input the input's label, which names only the number beside it; returns the input. */
export function labelled<T extends HTMLElement>(input: T): T {
  for (const slider of input.querySelectorAll("input[type=range]:not([aria-label])"))
    slider.setAttribute("aria-label", slider.closest("form")?.querySelector("label")?.textContent ?? "");
  return input;
}
