// What must never be echoed in an error, nor stand in a file that may be published.

const SECRET_NAME =
  /(api|access|private|secret)[_-]?key|^key$|secret|passw(or)?d|credential|authori[sz]ation|bearer|^(access|api|auth|hf|refresh)?[_-]?token$/i;

/** Does a field's name suggest that its value is a key or password? `max_tokens`, `prompt_cache_key` and the like do not. */
export const namesSecret = (name: string): boolean => SECRET_NAME.test(name) && name !== "api_key_env";

/** Does a text look like a key itself: a vendor's prefix, or long, unbroken and mixed of letters and digits? */
export const looksSecret = (text: string): boolean =>
  /^(sk|pk|rk|hf|gsk|xai|ghp|key)[-_]/i.test(text) || (/^[\w+=-]{24,}$/.test(text) && /\d/.test(text) && /[a-z]/i.test(text));

/** Can an environment variable's name be shown: is it written as such names are, and does it say what it holds? A key given in its place does not. */
export const isVariableName = (text: string): boolean =>
  /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(text) && !/[A-Z0-9]{20}|\d{4}|\d[A-Z]+\d/.test(text);

/** The first key, at any depth, that names a secret. */
export function secretKeyIn(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = !Array.isArray(value) && namesSecret(key) ? key : secretKeyIn(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}
