// Environment variables of processes and threads that ask no model.
import {currentIo} from "../io/current.node.js";
import {namesSecret} from "./secret.js";

/** Further names of keys: GITHUB_TOKEN, NPM_TOKEN. */
const TOKEN = /(^|_)token$/iu;
/** A URL with a password, as of a proxy or of Redis; passwords may have characters that a URL should not. */
const WITH_PASSWORD = /:\/\/[^:\s]*:\S*@/u;

/** Variables that models' files and options name as those of their keys. */
const modelKeys = new Set<string>();

/** Notes a variable that holds a model's key. */
export const noteModelKey = (variable: string): void => void modelKeys.add(variable);

/**
 * Returns the variables for a child that asks no model: without keys and passwords.
 * @param hasUserCode whether users' own loaders run there, which may need further keys: then only models' keys and passwords in URLs are left out
 */
export const childEnvironment = ({hasUserCode = false} = {}): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(currentIo().env).filter(
      ([name, value = ""]) =>
        !modelKeys.has(name) && !WITH_PASSWORD.test(value) && (hasUserCode || !(namesSecret(name) || TOKEN.test(name)))
    )
  );
