// Defines commands of `npm run analyze`: zod describes their options and rows, so that help, checks and JSON Schema have one source.
import type {z} from "zod";
import {UserError} from "../rows/error.js";
import type {StudyTable} from "../studies/registry.js";
import type {Store} from "./store.js";

/** Output formats. The last two are pictures. */
export const FORMATS = ["table", "json", "markdown", "csv", "svg", "png"] as const;
export type Format = (typeof FORMATS)[number];
/** Whether a format is a picture. */
export const isPicture = (format: Format): boolean => format === "svg" || format === "png";

export type Row = Record<string, unknown>;

interface Definition<Options extends z.ZodObject, Fields extends z.ZodObject> {
  name: string;
  /** One line for the help. */
  description: string;
  /** Options besides the filters, each with a description. */
  options: Options;
  /** Study tables that are made first, where the store lacks them or they are out of date. */
  needs?: readonly StudyTable[];
  /** Whether only the first suite is read if no filter selects points, since scores are by suite. */
  oneSuite?: boolean;
  /** The error where there is no row. */
  empty?: string | ((options: z.infer<Options>) => string);
  /** Schema of one row of the output. Every estimate has its interval and n beside it. */
  row: Fields;
  /** The rows, which are checked against the schema. */
  rows(store: Store, options: z.infer<Options>, context: {picture: boolean}): Promise<readonly object[]>;
  /**
   * The chart of the rows, as the page draws it. Components are imported inside the function, once `npm:` imports can be resolved (see
   * picture/browser.ts).
   */
  plot?(rows: z.infer<Fields>[], options: z.infer<Options> & {width: number}, store: Store): Promise<Element>;
  /** The sentence that interprets the rows, where the page has one. */
  sentence?(rows: z.infer<Fields>[], options: z.infer<Options>, store: Store): Promise<string>;
  /** Markdown, where it is not a table with one line per row. */
  markdown?(rows: z.infer<Fields>[], options: z.infer<Options>): string;
}

/** A command without its own type parameters, so that a registry can hold many. */
export interface AnalyzeCommand {
  name: string;
  description: string;
  options: z.ZodObject;
  row: z.ZodObject;
  plots: boolean;
  needs: readonly StudyTable[];
  oneSuite: boolean;
  answer(store: Store, options: unknown, context: {picture: boolean}): Promise<CommandOutput>;
}

/** The result of a command. */
export interface CommandOutput {
  rows: Row[];
  /** @param width width of the picture, pixels */
  plot?(width: number): Promise<Element>;
  sentence?(): Promise<string>;
  markdown?(): string;
}

/** Makes a command from its definition; it parses the options and checks every row against its schema. */
export function command<Options extends z.ZodObject, Fields extends z.ZodObject>(
  definition: Definition<Options, Fields>
): AnalyzeCommand {
  const {name, description, options, needs = [], oneSuite = false, empty, row, rows, plot, sentence, markdown} = definition;
  return {
    name,
    description,
    options,
    row,
    plots: plot !== undefined,
    needs,
    oneSuite,
    async answer(store, raw, context) {
      const chosen = options.parse(raw);
      const found = (await rows(store, chosen, context)).map(each => row.parse(each));
      if (empty !== undefined && found.length === 0) throw new UserError(typeof empty === "string" ? empty : empty(chosen));
      return {
        rows: found,
        ...(plot && {plot: (width: number) => plot(found, {...chosen, width}, store)}),
        ...(sentence && {sentence: () => sentence(found, chosen, store)}),
        ...(markdown && {markdown: () => markdown(found, chosen)})
      };
    }
  };
}
