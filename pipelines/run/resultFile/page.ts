// Style and script of a result file. The script makes the list of wrong answers from the data, and filters it; texts become text nodes only.

export const STYLE = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
.note, figcaption { font-size: .85rem; opacity: .75; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .75rem; text-align: right; border-bottom: 1px solid #8886; }
td { white-space: nowrap; }
th:first-child { text-align: left; font-weight: normal; padding-left: 0; }
thead th { font-size: .85rem; }
figure { margin: 1.5rem 0; overflow-x: auto; }
svg { width: 100%; max-width: 30rem; font-size: 12px; fill: currentColor; }
svg .grid { stroke: currentColor; opacity: .2; }
svg .interval { stroke: #4269d0; stroke-width: 3; }
svg circle { fill: #4269d0; }
svg text { paint-order: stroke; stroke: Canvas; stroke-width: 3px; }
form { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: baseline; }
article { border-top: 1px solid #8886; padding: .75rem 0; }
article h3 { font-size: .95rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: .2rem .75rem; margin: 0; }
dt { font-size: .85rem; opacity: .75; } dd { margin: 0; }
pre { font: inherit; margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 16rem; overflow: auto; }
mark { background: #ffd54a; color: #000; }
@media print {
  form, #more, noscript { display: none; }
  body { margin: 0; max-width: none; font-size: 11pt; }
  pre { max-height: none; overflow: visible; }
  table, figure, h2, h3 { break-inside: avoid; break-after: avoid; }
  .wide, figure { overflow: visible; }
  mark { background: none; text-decoration: underline; }
}
`;

export const SCRIPT = `
"use strict";
(() => {
  const result = JSON.parse(document.getElementById("result").textContent);
  const list = document.getElementById("list");
  if (!list) return;
  const FIRST = 100; // entries that are shown before the button is used
  const [model, kind, text, count, more] = ["model", "kind", "text", "count", "more"].map(id => document.getElementById(id));
  const names = Array.from(model.options).reduce((all, {value, text}) => all.set(value, text.replace(/ \\(\\d+\\)$/, "")), new Map());
  const kindOf = entry => entry.unread ? "unread" : "wrong";
  const codes = result.models.map(({answers}) => answers.split(" "));
  const entries = result.wrong.map(entry => {
    const question = entry.question === undefined ? undefined : result.questions[entry.question];
    const unread = codes[entry.model][entry.item][entry.trial] === "u";
    const texts = [entry.id, question, entry.expected, entry.read, entry.response];
    return {...entry, question, unread, searched: texts.join("\\n").toLowerCase()};
  });
  const element = (name, ...children) => {
    const made = document.createElement(name);
    made.append(...children);
    return made;
  };
  const response = ({response, span}) => {
    if (!span) return [response];
    const [start, end] = span;
    return [response.slice(0, start), element("mark", response.slice(start, end)), response.slice(end)];
  };
  const articleOf = entry => {
    const facts = element("dl");
    const add = (name, ...value) => facts.append(element("dt", name), element("dd", element("pre", ...value)));
    if (entry.question !== undefined) add("question", entry.question);
    if (entry.expected !== undefined) add("expected", entry.expected);
    if (entry.read !== undefined) add("value read", entry.read);
    if (entry.rule !== "") add("reading", entry.rule);
    if (entry.response !== undefined) add("response", ...response(entry));
    const trial = entry.trial > 0 ? ", repetition " + (entry.trial + 1) : "";
    return element("article", element("h3", names.get(String(entry.model)) + ": " + kindOf(entry) + ", " + entry.id + trial), facts);
  };
  let isAll = false;
  const show = () => {
    const wanted = text.value.toLowerCase();
    const matches = entries.filter(entry =>
      (model.value === "" || entry.model === Number(model.value)) &&
      (kind.value === "" || kindOf(entry) === kind.value) &&
      entry.searched.includes(wanted));
    const visible = isAll ? matches : matches.slice(0, FIRST);
    list.replaceChildren(...visible.map(entry => entry.article ??= articleOf(entry)));
    more.hidden = visible.length === matches.length;
    more.textContent = "Show all " + matches.length.toLocaleString("en");
    count.textContent = matches.length.toLocaleString("en") + " of " + entries.length.toLocaleString("en");
  };
  const showAll = () => {
    isAll = true;
    show();
  };
  for (const control of [model, kind, text]) control.addEventListener("input", show);
  text.form.addEventListener("submit", event => event.preventDefault());
  more.addEventListener("click", showAll);
  window.addEventListener("beforeprint", showAll);
  show();
})();
`;
