// The navigation of the site: groups of entries, each a page or several pages with tabs, each page with the question that it answers.
import {existsSync, readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {isCheckout, PACKAGE} from "../store/places.node.js";
import {escaped} from "./frame.js";

interface PageEntry {
  name: string;
  path: string;
  /** One line; the tooltip of the page's link. */
  question: string;
}

/** Pages that answer one question together: one entry of the navigation, which leads to the first, and a row of tabs on each. */
interface TabbedEntry {
  name: string;
  question: string;
  tabs: readonly PageEntry[];
}

export interface PageGroup {
  name: string;
  pages: readonly (PageEntry | TabbedEntry)[];
}

/** Returns the pages of an entry: itself, or those that its tabs lead to. */
const pagesOf = (entry: PageEntry | TabbedEntry): readonly PageEntry[] => ("tabs" in entry ? entry.tabs : [entry]);

/** Returns all pages of the groups, in their order. */
export const everyPage = (groups: readonly PageGroup[]): PageEntry[] => groups.flatMap(({pages}) => pages.flatMap(pagesOf));

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

/** Returns the groups as Framework reads them: the first is open, others open where one of their pages is shown. */
export const sections = (groups: readonly PageGroup[]) =>
  groups.map(({name, pages}, i) => ({
    name,
    collapsible: true,
    open: i === 0,
    pages: pages.map(entry => ({name: entry.name, path: pagesOf(entry)[0]!.path}))
  }));

/** Class of the row of tabs. */
const TABS = "rb-tabs";

/**
 * Returns a script for the head of each page. It gives the links of the navigation their questions as tooltips, marks the entry of a page
 * with tabs, and hands the query of the address on to the tabs.
 */
export function navigationScript(groups: readonly PageGroup[]): string {
  const questions = Object.fromEntries(groups.flatMap(({pages}) => pages.map(({name, question}) => [name, question])));
  const json = JSON.stringify(questions).replaceAll("<", "\\u003c");
  return `<script>addEventListener("DOMContentLoaded",()=>{const q=${json},[...t]=document.querySelectorAll(".${TABS} a");for(const a of document.querySelectorAll("#observablehq-sidebar li a")){if(Object.hasOwn(q,a.textContent))a.title=q[a.textContent];if(t[0]?.href===a.href){a.parentElement.classList.add("observablehq-link-active");const d=a.closest("details");if(d){d.open=true;d.classList.add("observablehq-section-active")}}}for(const a of t)a.search=location.search})</script>`;
}

/** Returns the tabs of a page as markup: a link to each page of its entry, this one marked. Empty for a page without tabs. */
export function tabsOf(path: string, groups: readonly PageGroup[]): string {
  const entry = groups.flatMap(({pages}) => pages).find(each => "tabs" in each && each.tabs.some(tab => tab.path === path));
  if (!entry) return "";
  const links = pagesOf(entry).map(
    tab =>
      `<a href="${tab.path}" title="${escaped(tab.question)}"${tab.path === path ? ' aria-current="page"' : ""}>${escaped(tab.name)}</a>`
  );
  return `<nav class="${TABS}" aria-label="${escaped(entry.name)}">${links.join(" ")}</nav>\n`;
}

/** Fields of a token of markdown-it that are read or written here. */
interface Token {
  type: string;
  tag: string;
  content: string;
}
interface State {
  tokens: Token[];
  env: {path?: string};
  Token: new (type: string, tag: string, nesting: -1 | 0 | 1) => Token;
}
interface MarkdownIt {
  core: {ruler: {push(name: string, rule: (state: State) => void): void}};
}

/** A plugin of markdown-it that writes the tabs of a page below its title. */
export const pageTabs =
  (groups: readonly PageGroup[]) =>
  <Md>(md: Md): Md => {
    (md as MarkdownIt).core.ruler.push("tabs", ({tokens, env, Token}) => {
      const content = tabsOf(env.path ?? "", groups);
      const title = tokens.findIndex(({type, tag}) => type === "heading_close" && tag === "h1");
      if (content && title >= 0) tokens.splice(title + 1, 0, Object.assign(new Token("html_block", "", 0), {content}));
    });
    return md;
  };
