// A fit on the scale of an earlier one.
import type {Link} from "./estimate/link.js";
import type {FitFile} from "./fitFile.js";

/** A fit with all numbers that depend on the scale transformed to the fixed scale. */
export function onScale(fit: FitFile, {A, B}: Link): FitFile {
  const times = (value: number | null | undefined, by: number) => (typeof value === "number" ? value * by : value);
  const moved = (value: number | null | undefined) => (typeof value === "number" ? A * value + B : value);
  return {
    ...fit,
    item: fit.item.map(item => ({
      ...item,
      a: times(item.a, 1 / A),
      se_a: times(item.se_a, 1 / A),
      b: moved(item.b),
      se_b: times(item.se_b, A),
      ...(typeof item.a === "number" && typeof item.d === "number" && {d: item.d - (item.a * B) / A}),
      se_d: null // the error of another intercept cannot be computed from the errors in the file
    })),
    ability: fit.ability.map(row => ({
      ...row,
      ...Object.fromEntries((["eap", "map", "ml", "wle", "lo", "hi"] as const).map(key => [key, moved(row[key])])),
      eap_se: times(row.eap_se, A)
    }))
  };
}
