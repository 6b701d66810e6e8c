// Kinds of parameters that several tasks have, and how a combination of them is refused.
import {z} from "zod";
import {namesIn} from "./names.js";

/** A whole number from `min` to `max`. */
export const integerParam = (min: number, max: number, defaultValue: number, description: string) =>
  z.int().min(min).max(max).default(defaultValue).describe(description);

export const probabilityParam = (defaultValue: number, description: string) =>
  z.number().min(0).max(1).default(defaultValue).describe(description);

/** Some of the names, separated by spaces or commas, or how many of the first ones. */
export const namesParam = (names: readonly string[], noun: string, defaultValue: string, description: string) =>
  z
    .union([z.string(), z.int()])
    .transform((given, context) => {
      try {
        return namesIn(given, names, noun).join(" ");
      } catch (error) {
        refuse(context, (error as Error).message);
        return z.NEVER;
      }
    })
    .default(defaultValue)
    .describe(description);

/** Refuses a combination of parameters, at one of them or as a whole. */
export function refuse(context: z.RefinementCtx, message: string, param?: string): void {
  context.addIssue({code: "custom", message, ...(param !== undefined && {path: [param]})});
}
