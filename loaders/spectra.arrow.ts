import {loaded} from "../pipelines/run/results.js";
import {publishCurves} from "../pipelines/studies/publishCurves.js";

await publishCurves("spectra", await loaded());
