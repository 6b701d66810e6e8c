// Inputs of page Item response.
import {text} from "npm:@observablehq/inputs";
import type {Input} from "../shared/charts.js";
import {choice, named, permalink} from "../shared/page.js";
import {showSection} from "../shared/sections.js";
import {type CalibratedItem, type Calibration, hasScores} from "./calibration.js";
import {groupsOf} from "./checks.js";
import {hasParameters, parametersOf} from "./items.js";

const NONE = "–";

/** Returns the input for a category of items, or all. */
export const categoryInput = ({items}: Calibration): Input<string> =>
  choice("category", named(items.map(item => item.category)), {label: "Category"});

/** Returns the input for an item by its name. @param first the item that is shown first */
export const itemInput = (calibration: Calibration, first: CalibratedItem | undefined): Input<string> =>
  permalink("item", text({label: "Item", value: (first ?? calibration.items[0])?.id ?? "", submit: true}) as Input<string>);

/** Returns the input for a parameter of a task's points, "–" where there is none. */
export function parameterInput(calibration: Calibration, task: string): Input<string> {
  const parameters = parametersOf(calibration, task);
  return choice("parameter", parameters.length > 0 ? parameters : [NONE], {label: `Parameter of ${task}`});
}

/** Returns the input for a group of models, "–" where none can be compared with the others. */
export function groupInput(calibration: Calibration): Input<string> {
  const groups = groupsOf(calibration);
  return choice("group", groups.length > 0 ? groups : [NONE], {label: "Group"});
}

/** Sections that right and wrong answers alone allow, and those that only the items of the workbook have. */
const OF_ANSWERS = ["which-items-do-not-fit", "where-answers-part-from-the-model", "may-it-be-trusted"];
const OF_WORKBOOK = ["which-items-should-be-checked", "do-items-of-a-category-agree"];

/** Hides the sections that do not apply. @param isFile whether the calibration is of a reader's file */
export function showSections(calibration: Calibration, {isFile}: {isFile: boolean}): void {
  const isRight = !hasScores(calibration);
  showSection("difficulty-along-the-manifold", hasParameters(calibration));
  showSection("groups-of-models", groupsOf(calibration).length > 0 && isRight);
  for (const id of OF_ANSWERS) showSection(id, isRight);
  for (const id of OF_WORKBOOK) showSection(id, !isFile);
}
