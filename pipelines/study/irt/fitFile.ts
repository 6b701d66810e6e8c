// A fit that `irt fit --out` wrote, read back as it stands.
import {z} from "zod";
import {UserError} from "../../book/error.js";
import type {Calibrated} from "./drift.js";

const maybe = z.number().nullish();
const schema = z.looseObject({
  model: z.string().optional(),
  estimate: z.string().optional(),
  converged: z.boolean().optional(),
  spread: maybe,
  item: z
    .array(
      z.looseObject({
        ...{id: z.string(), a: maybe, d: maybe, c: maybe, u: maybe, b: maybe},
        ...{se_a: maybe, se_b: maybe, se_c: maybe, se_d: maybe}
      })
    )
    .min(1),
  ability: z.array(
    z.looseObject({id: z.string(), eap: maybe, eap_se: maybe, map: maybe, ml: maybe, wle: maybe, lo: maybe, hi: maybe})
  )
});
export type FitFile = z.infer<typeof schema>;

/** @param file named in errors · throws UserError for a text that is no fit */
export function fitOfText(text: string, file: string): FitFile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new UserError(`${file} is not JSON: ${(error as Error).message}`);
  }
  const fit = schema.safeParse(json);
  if (fit.success) return fit.data;
  const [issue] = fit.error.issues;
  throw new UserError(`${file} is no fit of npm run irt -- fit: ${issue!.path.join(".") || "the file"}: ${issue!.message}`);
}

/** Its items without those that were left out of the fit. */
export function itemsOf({item}: FitFile): Calibrated[] {
  return item.flatMap(({id, a, d, c, u, se_b}) =>
    typeof a === "number" && typeof d === "number" ? [{id, a, d, c: c ?? 0, u: u ?? 1, se_b: se_b ?? Number.NaN}] : []
  );
}
