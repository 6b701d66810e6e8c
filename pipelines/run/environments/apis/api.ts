// The interface of the worlds' APIs: what each tool does to the database.
import type {EpisodeDatabase} from "../database.js";

export type Arguments = Record<string, string | number>;

/** An answer of an API. */
export interface Reply {
  status: number;
  body: unknown;
}

/** What a tool does. Its arguments have been checked against its JSON schema. */
type Handler = (database: EpisodeDatabase, given: Arguments) => Reply;

export interface Api {
  /** A query for each view of the world, with its columns in their order. */
  views: Readonly<Record<string, string>>;
  handlers: Readonly<Record<string, Handler>>;
}

export const ok = (body: unknown): Reply => ({status: 200, body});
export const created = (id: number): Reply => ({status: 201, body: {id}});
export const refused = (status: 404 | 409 | 422, error: string): Reply => ({status, body: {error}});
export const DONE = ok({done: true});

/** The first row of a query, or a reply that says what is missing. */
export const one = (
  database: EpisodeDatabase,
  sql: string,
  value: string | number,
  what: string
): {row: Record<string, unknown>; missing?: undefined} | {row?: undefined; missing: Reply} => {
  const row = database.first(sql, [value]);
  return row ? {row} : {missing: refused(404, `there is no ${what} ${JSON.stringify(value)}`)};
};
