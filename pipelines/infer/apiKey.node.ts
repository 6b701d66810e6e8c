// Reads the API key of a model from the environment variable that its file names.

import {UserError} from "../book/error.js";
import {isVariableName} from "../book/secret.js";
import {currentIo} from "../io/current.node.js";

/** The key; undefined where the model needs none. Throws a UserError where the variable is not set. */
export function keyOf(variable: string | undefined, model: string): string | undefined {
  if (variable === undefined) return undefined;
  const key = currentIo().env[variable];
  if (!key) {
    const name = isVariableName(variable)
      ? `${variable}, which is not set`
      : "that api_key_env names, which is not set (its name is not shown, as it may be a key: give the variable's name, never the key itself)";
    throw new UserError(`model "${model}" needs its API key in the environment variable ${name}`);
  }
  return key;
}
