// The search in the list of terms of page Glossary, which the build has written into the page.

/** Hides the terms of a list that hold `sought` neither in a spelling nor in their meaning; where none does, `none` says so. */
export function findTerms(list: HTMLElement, none: HTMLElement, {sought, spellings}: Sought): void {
  const part = sought.trim().toLowerCase();
  let found = 0;
  for (const term of list.querySelectorAll("dt")) {
    const meaning = term.nextElementSibling as HTMLElement;
    const texts = [...spellings(term.textContent!), meaning.textContent!];
    const hidden = !texts.some(text => text.toLowerCase().includes(part));
    term.hidden = hidden;
    meaning.hidden = hidden;
    if (!hidden) found++;
  }
  none.textContent = found > 0 ? "" : `No term holds “${sought.trim()}”.`;
}

interface Sought {
  sought: string;
  /** all spellings of a term that the list names */
  spellings: (term: string) => readonly string[];
}
