// Registry of the commands of `npm run analyze`, in the order of its help.

import {agents} from "./agents.js";
import {calibration} from "./calibration.js";
import {categories} from "./categories.js";
import {clusters, pairs} from "./clusters.js";
import {code} from "./code.js";
import type {AnalyzeCommand} from "./command.js";
import {compare, flips, passes} from "./compare.js";
import {compression} from "./compression.js";
import {evals} from "./evals.js";
import {extraction} from "./extraction.js";
import {fft, spectra} from "./fft.js";
import {forms} from "./forms.js";
import {hallucination} from "./hallucination.js";
import {hazard} from "./hazard.js";
import {history} from "./history.js";
import {injection} from "./injection.js";
import {languages} from "./languages.js";
import {length} from "./length.js";
import {modelinfo} from "./modelinfo.js";
import {multimodal} from "./multimodal.js";
import {points} from "./points.js";
import {prediction} from "./prediction.js";
import {projection} from "./projection.js";
import {prompts} from "./prompts.js";
import {repetitions} from "./repetitions.js";
import {safety} from "./safety.js";
import {scores} from "./scores.js";
import {spiderweb} from "./spiderweb.js";
import {surface} from "./surface.js";
import {tasks} from "./tasks.js";
import {tokens} from "./tokens.js";
import {truncation} from "./truncation.js";

const all: AnalyzeCommand[] = [
  evals,
  tasks,
  points,
  scores,
  categories,
  spiderweb,
  surface,
  projection,
  clusters,
  pairs,
  compare,
  passes,
  prompts,
  flips,
  forms,
  length,
  languages,
  multimodal,
  hallucination,
  injection,
  tokens,
  truncation,
  repetitions,
  agents,
  code,
  safety,
  extraction,
  compression,
  calibration,
  hazard,
  fft,
  spectra,
  prediction,
  history,
  modelinfo
];

/** All commands by name. */
export const commands: ReadonlyMap<string, AnalyzeCommand> = new Map(all.map(command => [command.name, command]));
