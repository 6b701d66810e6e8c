// A report that prints nothing.
import type {Report} from "../pipelines/infer/progress.js";

export const silent: Report = {progress() {}, info() {}, warn() {}, done() {}};
