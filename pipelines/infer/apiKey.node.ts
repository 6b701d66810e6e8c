// Reads the API key of a model from the environment variable that its file names.

import {noteModelKey} from "../book/childEnvironment.node.js";
import {isVariableName} from "../book/secret.js";
import type {Model} from "../book/types.js";
import {currentIo} from "../io/current.node.js";
import {UserError} from "../rows/error.js";

/**
 * Headers of a model's requests beyond those of its protocol, with values from the environment. Throws a UserError where a variable is not
 * set, or its value cannot be that of a header.
 */
export function headersOf({headers = {}, id}: Pick<Model, "headers" | "id">): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, variable]) => {
      noteModelKey(variable);
      const value = currentIo().env[variable]?.trim();
      if (!value)
        throw new UserError(
          `model "${id}" needs ${variable}, the value of its header ${name}, which is not set in the environment`
        );
      if (/[^\x20-\x7e]/.test(value))
        throw new UserError(`${variable} of model "${id}" has characters that are not allowed in an HTTP header`);
      return [name.toLowerCase(), value];
    })
  );
}

/** The key; undefined where the model needs none. Throws a UserError where the variable is not set. */
export function keyOf(variable: string | undefined, model: string): string | undefined {
  if (variable === undefined) return undefined;
  noteModelKey(variable);
  const key = currentIo().env[variable];
  if (!key) {
    const name = isVariableName(variable)
      ? `${variable}, which is not set (--api-key-env, or api_key_env in its file)`
      : "that --api-key-env (api_key_env in its file) names, which is not set (its name is not shown, as it may be a key: give the variable's name, never the key itself)";
    throw new UserError(`model "${model}" needs its API key in the environment variable ${name}`);
  }
  return key;
}
