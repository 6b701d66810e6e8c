// Writes the glossary's terms into page Glossary, and links the first mention of each in another page's text to it.
import type {Term} from "../charts/shared/glossary.js";
import {escaped as html} from "./frame.js";

/** What is used here of a token of markdown-it. */
interface Token {
  type: string;
  content: string;
  children: Token[] | null;
  attrs: [string, string][] | null;
}
/** What is used here of the state of a core rule of markdown-it. */
interface State {
  tokens: Token[];
  env: {path?: string};
  Token: new (type: string, tag: string, nesting: -1 | 0 | 1) => Token;
}
interface MarkdownIt {
  core: {ruler: {push(name: string, rule: (state: State) => void): void}};
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** The page of the glossary itself: nothing is linked there, and its empty list gets the terms, so that links to them can be checked. */
const PAGE = "/glossary";
const EMPTY_LIST = /(<dl id="terms"[^>]*>)(<\/dl>)/;

/** The terms that are linked: their spellings, longest first, the term of a spelling, and a term's place on the page. */
export interface Glossary {
  forms: readonly string[];
  termOf: (form: string) => Term | null;
  anchorOf: (term: Term) => string;
  /** all terms, in the order in which the page lists them */
  terms: readonly Term[];
}

/** A plugin of markdown-it. Headings, code, markup and text that is a link already stay as they are. */
export const glossaryLinks = (glossary: Glossary) => {
  // "percentage points" are no points of a manifold
  const mention = new RegExp(
    `(?<![\\p{L}\\p{N}-])(?<!percentage )(${glossary.forms.map(escaped).join("|")})(?![\\p{L}\\p{N}-])`,
    "giu"
  );
  const listed = glossary.terms
    .map(term => `<dt id="${html(glossary.anchorOf(term))}">${html(term.term)}</dt><dd>${html(term.meaning)}</dd>`)
    .join("");
  return <Md>(md: Md): Md => {
    (md as MarkdownIt).core.ruler.push("glossary", state => {
      if (state.env.path === PAGE) {
        for (const token of state.tokens)
          token.content = token.content.replace(EMPTY_LIST, (_, open: string, close: string) => `${open}${listed}${close}`);
        return;
      }
      const linked = new Set<Term>();
      state.tokens.forEach((token, i) => {
        if (token.type === "inline" && token.children && state.tokens[i - 1]?.type !== "heading_open")
          token.children = withLinks(token.children, {linked, mention, glossary, Made: state.Token});
      });
    });
    return md;
  };
};

interface Linking {
  linked: Set<Term>;
  mention: RegExp;
  glossary: Glossary;
  Made: State["Token"];
}

function withLinks(children: Token[], {linked, mention: pattern, glossary, Made}: Linking): Token[] {
  let links = 0;
  let markup = 0;
  return children.flatMap(token => {
    if (token.type === "link_open") links++;
    if (token.type === "link_close") links--;
    if (token.type === "html_inline")
      markup += /^<(?:a|code|button)\b/i.test(token.content) ? 1 : /^<\/(?:a|code|button)>/i.test(token.content) ? -1 : 0;
    if (token.type !== "text" || links > 0 || markup > 0) return [token];
    const parts: Token[] = [];
    let end = 0;
    const text = (content: string) => {
      if (content !== "") parts.push(Object.assign(new Made("text", "", 0), {content}));
    };
    for (const {0: mention, index} of token.content.matchAll(pattern)) {
      const term = glossary.termOf(mention)!;
      if (linked.has(term)) continue;
      linked.add(term);
      text(token.content.slice(end, index));
      const attrs: [string, string][] = [
        ["href", `/glossary#${glossary.anchorOf(term)}`],
        ["class", "rb-term"],
        ["title", term.meaning]
      ];
      parts.push(Object.assign(new Made("link_open", "a", 1), {attrs}));
      text(mention);
      parts.push(new Made("link_close", "a", -1));
      end = index + mention.length;
    }
    text(token.content.slice(end));
    return parts;
  });
}
