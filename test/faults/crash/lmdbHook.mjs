// Loader hook: whoever imports lmdb gets test/faults/crash/lmdb.mjs.
const WRAPPER = new URL("lmdb.mjs", import.meta.url).href;

export const resolve = (specifier, context, next) =>
  specifier === "lmdb" && context.parentURL !== WRAPPER ? {url: WRAPPER, shortCircuit: true} : next(specifier, context);
