// Combines the labels of this browser with those of a file.

import {plural} from "../../pipelines/book/plural.js";
import {LABEL_KIND, type LabelRecord} from "../../pipelines/studies/preferences/labels/label.js";
import {keyOfAnswer, labelsOfRecords} from "../../pipelines/studies/preferences/labels/labelling.js";
import {type Content, recordsIn} from "../shared/content.js";

/** Labels, and what could not be read. */
export interface LabelsTogether {
  labels: LabelRecord[];
  warnings: string[];
}

/** Labels of this browser and of a saved file together; a label in both counts once. */
export function labelsTogether(session: readonly LabelRecord[], file: Content | null): LabelsTogether {
  if (file === null) return {labels: [...session], warnings: []};
  try {
    const {labels, bad} = labelsOfRecords(recordsIn(file, LABEL_KIND));
    const idOf = (label: LabelRecord) => JSON.stringify([keyOfAnswer(label), label.annotator ?? "", label.label, label.at ?? ""]);
    const saved = new Set(labels.map(idOf));
    const warnings = [
      ...(labels.length === 0 ? [`${file.name} holds no label`] : []),
      ...(bad.length === 0 ? [] : [`${file.name}: ${plural(bad.length, "line")} without a label; the first is line ${bad[0]}`])
    ];
    return {labels: [...labels, ...session.filter(label => !saved.has(idOf(label)))], warnings};
  } catch (error) {
    const {message} = error as Error;
    return {labels: [...session], warnings: [message.startsWith(file.name) ? message : `${file.name}: ${message}`]};
  }
}
