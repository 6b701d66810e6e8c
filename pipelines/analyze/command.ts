// What a command of `npm run analyze` is: options and rows described by zod, so that help, checks and JSON Schema come from one place.
import type {z} from "zod";
import type {StudyTable} from "../studies/registry.js";
import type {Store} from "./store.js";

/** Output format. The last two are pictures. */
export const FORMATS = ["table", "json", "markdown", "csv", "svg", "png"] as const;
export type Format = (typeof FORMATS)[number];
export const isPicture = (format: Format): boolean => format === "svg" || format === "png";

export type Row = Record<string, unknown>;

interface Definition<Options extends z.ZodObject, Fields extends z.ZodObject> {
  name: string;
  /** One line of help. */
  description: string;
  /** Options beside the filters; each described. */
  options: Options;
  /** Study tables that are made first, where the store has them not or they are behind. */
  needs?: readonly StudyTable[];
  /** One row of the output. Every estimate has its interval and n beside it. */
  row: Fields;
  rows(store: Store, options: z.infer<Options>, context: {picture: boolean}): Promise<z.infer<Fields>[]>;
  /** The page's own chart of the rows. Components are imported inside, where `npm:` imports resolve (see picture/browser.ts). */
  plot?(rows: z.infer<Fields>[], options: z.infer<Options> & {width: number}, store: Store): Promise<Element>;
  /** The sentence that reads the rows, where a page has one. */
  sentence?(rows: z.infer<Fields>[], options: z.infer<Options>, store: Store): Promise<string>;
  /** Markdown other than one line per row. */
  markdown?(rows: z.infer<Fields>[], options: z.infer<Options>): string;
}

/** A command whose own types are closed away, so that a registry can hold many. */
export interface AnalyzeCommand {
  name: string;
  description: string;
  options: z.ZodObject;
  row: z.ZodObject;
  plots: boolean;
  needs: readonly StudyTable[];
  answer(store: Store, options: unknown, context: {picture: boolean}): Promise<Answer>;
}

export interface Answer {
  rows: Row[];
  /** @param width pixels */
  plot?(width: number): Promise<Element>;
  sentence?(): Promise<string>;
  markdown?(): string;
}

export function command<Options extends z.ZodObject, Fields extends z.ZodObject>(
  definition: Definition<Options, Fields>
): AnalyzeCommand {
  const {name, description, options, needs = [], row, rows, plot, sentence, markdown} = definition;
  return {
    name,
    description,
    options,
    row,
    plots: plot !== undefined,
    needs,
    async answer(store, raw, context) {
      const chosen = options.parse(raw);
      const found = (await rows(store, chosen, context)).map(each => row.parse(each));
      return {
        rows: found,
        ...(plot && {plot: (width: number) => plot(found, {...chosen, width}, store)}),
        ...(sentence && {sentence: () => sentence(found, chosen, store)}),
        ...(markdown && {markdown: () => markdown(found, chosen)})
      };
    }
  };
}
