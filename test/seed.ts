// Property tests draw the same cases every time, so that a failure is due to the change at hand. FC_SEED=7 npm test draws others.
import fc from "fast-check";

fc.configureGlobal({...fc.readConfigureGlobal(), seed: Number(process.env.FC_SEED ?? 1)});
