// Converts a component's figure to one self-contained SVG with title, simulation mark, chart, legend and caption, without CSS or variables.

import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {dirname, join} from "node:path";
import {interpolateRgb} from "d3";
import {openBrowser} from "./browser.js";

const SVG = "http://www.w3.org/2000/svg";
const FONT = "system-ui, sans-serif";
/** Margin around everything, pixels. */
export const PADDING = 16;
/** Mean width of a letter ÷ font size, a generous estimate for the fonts in use. */
const LETTER = 0.54;
/** Phrases of captions that refer to a pointer or to tables, which pages have and pictures do not. */
const OF_PAGES = /(?:^|\s)(?:Point at|Click|Hover|Drag|Tap|Press)\b[^.]*\.|;[^.;]*\btable (?:below|above)\b[^.;]*/g;

interface Block {
  height: number;
  width: number;
  draw(y: number): Element[];
}

/**
 * All parts of a figure stacked in one SVG, at least `width` pixels wide.
 * @param simulated adds the mark of simulated results where the figure itself lacks it
 */
export function standalone(figure: Element, {width, simulated}: {width: number; simulated: boolean}): string {
  const window = openBrowser();
  const inner = width - 2 * PADDING;
  const blocks = [...blocksOf(figure, inner)];
  if (simulated && !/simulated/.test(figure.textContent ?? "")) blocks.unshift(heading("", {mark: true}));
  const across = Math.max(width, ...blocks.map(block => block.width + 2 * PADDING));
  const high = blocks.reduce((sum, block) => sum + block.height, 2 * PADDING);
  const picture = element("svg", {
    width: across,
    height: high,
    viewBox: `0 0 ${across} ${high}`,
    "font-family": FONT,
    fill: "currentColor",
    color: "var(--theme-foreground)"
  });
  picture.append(element("rect", {width: across, height: high, fill: "var(--theme-background)"}));
  let y = PADDING;
  for (const block of blocks) {
    picture.append(...block.draw(y));
    y += block.height;
  }
  plainAttributes(picture);
  return `${new window.XMLSerializer().serializeToString(picture).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")}\n`;
}

function* blocksOf(node: Element, width: number): Generator<Block> {
  const name = node.localName;
  if (name === "svg") yield chart(node);
  else if (/^h[1-6]$/.test(name)) {
    const mark = node.querySelector(".rb-simulated");
    yield heading(textOf(node).replace(mark ? /\s*simulated$/ : /$^/, ""), {mark: mark !== null});
  } else if (name === "figcaption" || name === "p") {
    const text = textOf(node).replace(OF_PAGES, "").trim();
    if (text) yield paragraph(text, width);
  } else if ([...node.classList].some(each => each.endsWith("-swatches"))) yield swatches(node, width);
  else if (!["table", "button", "form", "style", "input", "select", "details"].includes(name))
    for (const child of node.children) yield* blocksOf(child, width);
}

const textOf = (node: Element): string => (node.textContent ?? "").replace(/\s+/g, " ").trim();

function chart(node: Element): Block {
  const svg = node.cloneNode(true) as Element;
  const [, , boxWidth, boxHeight] = (svg.getAttribute("viewBox") ?? "").split(/[\s,]+/).map(Number);
  const [width, height] = [
    Number(svg.getAttribute("width")) || boxWidth || 0,
    Number(svg.getAttribute("height")) || boxHeight || 0
  ];
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(height));
  return {
    width,
    height: height + 8,
    draw(y) {
      svg.setAttribute("x", String(PADDING));
      svg.setAttribute("y", String(y));
      return [svg];
    }
  };
}

/** A bold line, followed by the word "simulated" in a frame where `mark` is true. */
function heading(text: string, {mark}: {mark: boolean}): Block {
  const size = 15;
  const end = PADDING + (text ? text.length * size * 0.56 + 10 : 0);
  return {
    width: end + (mark ? 76 : 0) - PADDING,
    height: 30,
    draw(y) {
      const parts = text ? [write(text, PADDING, y + 16, {"font-size": size, "font-weight": 600})] : [];
      if (mark) {
        const colors = {fill: "var(--rb-simulated-background)", stroke: "var(--rb-simulated)"};
        parts.push(
          element("rect", {x: end, y: y + 2, width: 72, height: 19, rx: 9, ...colors}),
          write("simulated", end + 36, y + 15.5, {"font-size": 12, "text-anchor": "middle", fill: "var(--rb-simulated)"})
        );
      }
      return parts;
    }
  };
}

function paragraph(text: string, width: number): Block {
  const size = 13;
  const lines = wrapped(text, Math.floor(width / (size * LETTER)));
  const style = {"font-size": size, fill: "var(--theme-foreground-muted)"};
  return {width, height: 6 + 18 * lines.length, draw: y => lines.map((line, i) => write(line, PADDING, y + 16 + 18 * i, style))};
}

function wrapped(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const command of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + command.length <= letters) lines[lines.length - 1] = `${last} ${command}`;
    else lines.push(command);
  }
  return lines;
}

/** Plot's legend of categories, which is HTML on a page, as SVG. */
function swatches(node: Element, width: number): Block {
  const size = 12;
  const items: {text: string; icon: Element | null; x: number; line: number}[] = [];
  let [x, line] = [0, 0];
  for (const swatch of node.querySelectorAll("[class$='-swatch']")) {
    const text = textOf(swatch);
    const room = 22 + text.length * size * LETTER + 12;
    if (x > 0 && x + room > width) [x, line] = [0, line + 1];
    items.push({text, icon: swatch.querySelector("svg"), x, line});
    x += room;
  }
  return {
    width: Math.max(0, ...items.map(item => item.x + 22 + item.text.length * size * LETTER)),
    height: 26 + 20 * line,
    draw: y =>
      items.flatMap(item => {
        const [left, top] = [PADDING + item.x, y + 20 * item.line];
        const label = write(item.text, left + 20, top + 12, {"font-size": size});
        if (!item.icon) return [label];
        const icon = item.icon.cloneNode(true) as Element;
        icon.setAttribute("x", String(left));
        icon.setAttribute("y", String(top));
        return [icon, label];
      })
  };
}

function element(name: string, attributes: Record<string, string | number>): Element {
  const node = openBrowser().document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  return node;
}

function write(text: string, x: number, y: number, attributes: Record<string, string | number>): Element {
  const node = element("text", {x, y, ...attributes});
  node.textContent = text;
  return node;
}

/**
 * Removes style sheets, HTML attributes and links between pages, and replaces variables by colours. Plot's style sheet only preserves white
 * space, for which xml:space is set.
 */
function plainAttributes(root: Element): void {
  for (const style of [...root.querySelectorAll("style")]) style.remove();
  for (const node of [root, ...root.querySelectorAll("*")]) {
    for (const {name, value} of [...node.attributes]) {
      if (name === "class" || name === "pointer-events" || /^(xlink:)?href$/.test(name) || name.startsWith("on"))
        node.removeAttribute(name);
      else if (/\b(?:var|color-mix)\(/.test(value)) node.setAttribute(name, resolveColors(value));
    }
    if (node.localName === "text") node.setAttributeNS("http://www.w3.org/XML/1998/namespace", "xml:space", "preserve");
  }
}

// The site's light colours as plain values, because a picture outside the site has no CSS variables.

const FRAMEWORK = join(dirname(createRequire(import.meta.url).resolve("@observablehq/framework/package.json")), "dist", "style");
/** The style sheets that src/style.css imports for light pages, in order of precedence. */
const SHEETS = ["abstract-light.css", "theme-air.css", "global.css"].map(name => join(FRAMEWORK, name));
const OWN = join(import.meta.dirname, "..", "..", "..", "src", "style.css");
/** Most replacements in one text, so that variables that refer to each other end. */
const MOST_STEPS = 1_000;

/** Values of variables. Plot names its background by a variable of its own style sheet. */
const variables = new Map<string, string>([["--plot-background", "var(--theme-background)"]]);
for (const sheet of [...SHEETS, OWN]) {
  const css = readFileSync(sheet, "utf8")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/@media \(prefers-color-scheme: dark\) \{(?:[^{}]*\{[^{}]*\})*\s*\}/g, "");
  for (const [, block] of css.matchAll(/:root\s*\{([^}]*)\}/g))
    for (const [, name, value] of block!.matchAll(/(--[\w-]+)\s*:\s*([^;]+);/g)) variables.set(name!, value!.trim());
}

/** A text with every `var(--name, fallback)` and `color-mix(in srgb, …)` replaced by its value in the light theme. */
export function resolveColors(text: string): string {
  let resolved = text;
  for (let step = 0; step < MOST_STEPS; step++) {
    const call = innermost(resolved);
    if (!call) return resolved;
    const {start, end, name, parts} = call;
    const value = name === "var" ? (variables.get(parts[0]!) ?? (parts.slice(1).join(", ") || "none")) : mixed(parts);
    resolved = `${resolved.slice(0, start)}${value}${resolved.slice(end)}`;
  }
  throw new Error(`a CSS variable names itself: ${text}`);
}

/** The first call of var or color-mix that contains no other call of them. */
function innermost(text: string): {start: number; end: number; name: string; parts: string[]} | undefined {
  const match = /\b(var|color-mix)\(((?:[^()]|\((?:[^()])*\))*)\)/g;
  for (let found = match.exec(text); found; found = match.exec(text)) {
    const inner = found[2]!;
    if (/\b(?:var|color-mix)\(/.test(inner)) {
      match.lastIndex = found.index + found[1]!.length + 1;
      continue;
    }
    const parts = inner.split(/,(?![^(]*\))/).map(part => part.trim());
    return {start: found.index, end: found.index + found[0].length, name: found[1]!, parts};
  }
  return undefined;
}

/** A colour mix by CSS Color 5 in sRGB, `in srgb, a p%, b q%`; a percentage that is left out is 100 minus the other one. */
function mixed([space, ...colors]: string[]): string {
  if (space !== "in srgb" || colors.length !== 2)
    throw new Error(`a colour mixture that is not read here: ${space}, ${colors.join(", ")}`);
  const [a, b] = colors.map(color => /^(.*?)(?:\s+([\d.]+)%)?$/.exec(color)!);
  const share = a![2] !== undefined ? Number(a![2]) / 100 : b![2] !== undefined ? 1 - Number(b![2]) / 100 : 0.5;
  return interpolateRgb(b![1]!, a![1]!)(share);
}
