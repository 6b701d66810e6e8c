// The shortcut report of narratives in memory, with its figures by name.
import type {NarrativeLine} from "../../../pipelines/generate/narratives/narrative.js";
import type {MeasureName} from "../../../pipelines/studies/narratives/measures.js";
import {shortcutStudy} from "../../../pipelines/studies/narratives/shortcuts.js";

export function reportOf(lines: readonly NarrativeLine[]) {
  const study = shortcutStudy();
  lines.forEach(study.first);
  lines.forEach(study.second);
  const report = study.report();
  const find = (name: MeasureName) => report.measures.find(each => each.name === name)!;
  return {
    ...report,
    overall: (name: MeasureName) => find(name).overall,
    deepFigure: (name: MeasureName) => find(name).deep,
    value: (name: MeasureName) => find(name).overall.value
  };
}
