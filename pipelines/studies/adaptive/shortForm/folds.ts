// Calibrations of items without a family: curves and groupings for each model, from the models that share no family with it.
import {type Answers, areRelated, scoresOf} from "./answers.js";
import {type Curves, fitCurves} from "./curves.js";
import {type Grouping, groupingsOf, residualsOf, varianceOf} from "./effects.js";

/** Fewest reference models of other families. */
const MIN_REFERENCES = 5;

/** Items as calibrated on some models. */
export interface Calibration {
  curves: Curves;
  groupings: readonly Grouping[];
  /** number of models that it was fitted on */
  references: number;
}

/** Numbers of the models that share no family with these families. */
export const unrelated = ({models}: Answers, families: ReadonlySet<string>): number[] =>
  models.flatMap((model, i) => (areRelated(model.families, families) ? [] : [i]));

/**
 * Calibration for each model without its family; undefined where fewer than five models are left. How much effects vary is measured on the
 * models of other families, each by curves of its fold.
 */
export function calibrateFolds(answers: Answers): (Calibration | undefined)[] {
  const fits = new Map<string, Pick<Calibration, "curves" | "references"> & {groupings: Omit<Grouping, "variance">[]}>();
  const own = answers.models.map(({families}) => {
    const references = unrelated(answers, families);
    if (references.length < MIN_REFERENCES) return undefined;
    const key = references.join();
    const fit = fits.get(key) ?? fitOf(answers, references);
    fits.set(key, fit);
    return fit;
  });
  const residuals = own.map((fit, i) => fit?.groupings.map(each => residualsOf(scoresOf(answers, i), fit.curves, each)));
  return answers.models.map(({families}, i) => {
    const fit = own[i];
    if (!fit) return undefined;
    const others = unrelated(answers, families);
    const groupings = fit.groupings.map((each, g) => ({
      ...each,
      variance: varianceOf(others.flatMap(k => residuals[k]?.[g] ?? []))
    }));
    return {...fit, groupings};
  });
}

/** Answers of some of the models. */
export function answersOf(answers: Answers, models: readonly number[]): Answers {
  const size = answers.items.length;
  const cells = new Float64Array(models.length * size);
  for (const [k, i] of models.entries()) cells.set(scoresOf(answers, i), k * size);
  return {...answers, models: models.map(i => answers.models[i]!), cells};
}

/** Calibration on all models, for one that is none of them; effects vary as they do on the folds. Undefined for fewer than five models. */
export function calibrate(answers: Answers, folds: readonly (Calibration | undefined)[]): Calibration | undefined {
  if (answers.models.length < MIN_REFERENCES) return undefined;
  const fit = fitOf(answers, [...answers.models.keys()]);
  const residuals = folds.map((fold, i) => fold?.groupings.map(each => residualsOf(scoresOf(answers, i), fold.curves, each)));
  const groupings = fit.groupings.map((each, g) => ({
    ...each,
    variance: varianceOf(residuals.flatMap(effects => effects?.[g] ?? []))
  }));
  return {...fit, groupings};
}

function fitOf(answers: Answers, references: readonly number[]) {
  const curves = fitCurves(
    references.map(i => scoresOf(answers, i)),
    answers.items.length
  );
  return {curves, groupings: groupingsOf(curves, answers.contents), references: references.length};
}
