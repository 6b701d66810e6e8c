// The search in the list of terms of page Glossary, which the build has written into the page.
import {termOf} from "../pipelines/charts/shared/glossary.js";

/** Hides the terms of a list that hold `sought` neither in a spelling nor in their meaning; where none does, `none` says so. */
export function findTerms(list: HTMLElement, none: HTMLElement, sought: string): void {
  const part = sought.trim().toLowerCase();
  let found = 0;
  for (const term of list.querySelectorAll("dt")) {
    const meaning = term.nextElementSibling as HTMLElement;
    const name = term.textContent!;
    const texts = [name, ...(termOf(name)?.also ?? []), meaning.textContent!];
    const hidden = !texts.some(text => text.toLowerCase().includes(part));
    term.hidden = hidden;
    meaning.hidden = hidden;
    if (!hidden) found++;
  }
  none.textContent = found > 0 ? "" : `No term holds “${sought.trim()}”.`;
}
