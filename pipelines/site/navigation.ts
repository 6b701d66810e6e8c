// The navigation of the site: groups of pages, each page with the question that it answers.

interface PageEntry {
  name: string;
  path: string;
  /** One line; the tooltip of the page's link. */
  question: string;
}

export interface PageGroup {
  name: string;
  pages: readonly PageEntry[];
}

/** The groups as Framework takes them: the first is open, others open where one of their pages is shown. */
export const sections = (groups: readonly PageGroup[]) =>
  groups.map(({name, pages}, i) => ({
    name,
    collapsible: true,
    open: i === 0,
    pages: pages.map(({name, path}) => ({name, path}))
  }));

/** A script for the head of each page, which gives the links of the navigation their questions as tooltips. */
export function tooltips(groups: readonly PageGroup[]): string {
  const questions = Object.fromEntries(groups.flatMap(({pages}) => pages.map(({name, question}) => [name, question])));
  const json = JSON.stringify(questions).replaceAll("<", "\\u003c");
  return `<script>addEventListener("DOMContentLoaded",()=>{const q=${json};for(const a of document.querySelectorAll("#observablehq-sidebar li a"))if(Object.hasOwn(q,a.textContent))a.title=q[a.textContent]})</script>`;
}
