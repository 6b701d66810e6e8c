// Fields and columns of commands that print a study of rates.
import type {z} from "zod";
import {countOrNull, estimate} from "./fields.js";

/** Fields of rates: each with its interval and the number of answers. @param meanings the definition of each rate by its name */
export const rateFields = (meanings: Readonly<Record<string, string>>): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(meanings).flatMap(([name, meaning]) =>
      Object.entries({
        ...estimate(name, `${meaning}; null where there are none`, {low: "lower end of its 95 % interval, clustered by item"}),
        [`${name}_n`]: countOrNull("these answers; truncated ones are left out")
      })
    )
  );

/** SQL of the same columns over rows of rates. @param column the column that names a row's rate */
export const rateColumns = (names: readonly string[], column: string): string =>
  names
    .flatMap(name =>
      ["value", "low", "high", "n"].map(
        value => `max(${value}) filter (${column} = '${name}') as ${name}${value === "value" ? "" : `_${value}`}`
      )
    )
    .join(", ");
