// Types of modules that Framework resolves. Packages that pages also import implicitly are imported as `npm:…`, so that one copy is loaded.
declare module "npm:@observablehq/plot" {
  export * from "@observablehq/plot";
}
declare module "npm:@duckdb/duckdb-wasm" {
  export * from "@duckdb/duckdb-wasm";
}
declare module "npm:apache-arrow" {
  export * from "apache-arrow";
}
declare module "npm:diff" {
  export * from "diff";
}
declare module "npm:codemirror" {
  export * from "codemirror";
}
declare module "npm:@codemirror/autocomplete" {
  export * from "@codemirror/autocomplete";
}
declare module "npm:@codemirror/lang-sql" {
  export * from "@codemirror/lang-sql";
}
declare module "npm:@codemirror/lint" {
  export * from "@codemirror/lint";
}
declare module "npm:@codemirror/state" {
  export * from "@codemirror/state";
}
declare module "npm:@codemirror/view" {
  export * from "@codemirror/view";
}
declare module "npm:htl" {
  type Tag<T> = (strings: TemplateStringsArray, ...values: unknown[]) => T;
  export const html: Tag<HTMLElement> & {fragment: Tag<DocumentFragment>};
  export const svg: Tag<SVGElement> & {fragment: Tag<DocumentFragment>};
}
declare module "npm:@observablehq/inputs" {
  type Input<T> = HTMLElement & {value: T};
  export function select<T>(options: Iterable<T>, settings?: Record<string, unknown>): Input<T>;
  export function text(settings?: Record<string, unknown>): Input<string>;
  export function form<T>(inputs: Record<string, HTMLElement>, settings?: Record<string, unknown>): Input<T>;
  export function checkbox<T>(options: Iterable<T>, settings?: Record<string, unknown>): Input<T[]>;
  export function number(extent: [number, number], settings?: Record<string, unknown>): Input<number>;
  export function range(extent: readonly [number, number], settings?: Record<string, unknown>): Input<number>;
  export function toggle(settings?: Record<string, unknown>): Input<boolean>;
  export function radio<T>(options: Iterable<T>, settings?: Record<string, unknown>): Input<T>;
}
declare module "observablehq:stdlib" {
  export const FileAttachment: (name: string) => {name: string; size: number; url(): Promise<string>};
  export const Generators: {
    observe<T>(initialize: (change: (value: T) => void) => (() => void) | undefined): AsyncGenerator<T>;
    input<T>(input: HTMLElement & {value: T}): AsyncGenerator<T>;
  };
}
declare module "npm:plotly.js-gl3d-dist-min" {
  interface Clicked {
    points: readonly {curveNumber: number; pointNumber: number}[];
  }
  interface Drawn extends HTMLElement {
    on(event: "plotly_click", listener: (event: Clicked) => void): void;
  }
  const Plotly: {
    newPlot(stage: HTMLElement, data: object[], layout: object, config: object): Promise<Drawn>;
    purge(stage: HTMLElement): void;
  };
  export default Plotly;
}
declare module "npm:d3-dsv" {
  export {csvFormatRow} from "d3";
}
declare module "npm:d3" {
  export {hierarchy, tree} from "d3";
}
