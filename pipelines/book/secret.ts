// Recognises API keys and passwords, which must never appear in an error message or in a file that may be published.

const SECRET_NAME =
  /(api|access|private|secret)[_-]?key|^key$|secret|passw(or)?d|credential|authori[sz]ation|bearer|^(access|api|auth|hf|refresh)?[_-]?token$/i;

/** Whether a field's name suggests that its value is a key or password. `max_tokens`, `prompt_cache_key` and similar names do not. */
export const namesSecret = (name: string): boolean => SECRET_NAME.test(name) && name !== "api_key_env";

/** Whether a text looks like a key itself: it has a vendor's prefix, or is long, unbroken and mixes letters and digits. */
export const looksSecret = (text: string): boolean =>
  /^(sk|pk|rk|hf|gsk|xai|ghp|key)[-_]/i.test(text) || (/^[\w+=-]{24,}$/.test(text) && /\d/.test(text) && /[a-z]/i.test(text));

/**
 * Whether the name of an environment variable may be printed: it is written as such names are and suggests what it holds. A key that was
 * given in place of a name is not.
 */
export const isVariableName = (text: string): boolean =>
  /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(text) && !/[A-Z0-9]{20}|\d{4}|\d[A-Z]+\d/.test(text);

/** The first key of an object, at any depth, whose name suggests a secret. */
export function secretKeyIn(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = !Array.isArray(value) && namesSecret(key) ? key : secretKeyIn(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}
