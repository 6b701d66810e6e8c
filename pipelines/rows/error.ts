/**
 * A user's mistake. The message is one line in lower case that names the value, its place and the way out. The CLI prints it without a
 * stack and exits with code 2.
 */
export class UserError extends Error {
  override name = "UserError";
}
