// The navigation of the site: groups of pages, each page with the question that it answers.
import {existsSync, readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {isCheckout, PACKAGE} from "../store/places.node.js";

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

/** Returns a group of the pages that a workbook adds to the package's: each under its first heading, which is also its question. */
export function ownPages(folder = "src"): readonly PageGroup[] {
  if (isCheckout() || !existsSync(folder)) return [];
  const names = readdirSync(folder).filter(name => name.endsWith(".md") && !existsSync(join(PACKAGE, "src", name)));
  const pages = names.sort().map(file => {
    const path = file.slice(0, -".md".length);
    const [, heading = path] = /^# (.+)$/mu.exec(readFileSync(join(folder, file), "utf8")) ?? [];
    return {name: heading, path: `/${path}`, question: heading};
  });
  return pages.length === 0 ? [] : [{name: "This workbook", pages}];
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
