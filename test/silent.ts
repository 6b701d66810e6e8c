// A report that prints nothing.
import type {Report} from "../pipelines/infer/progress.node.js";

export const silent: Report = {progress() {}, info() {}, warn() {}, done() {}};
