/** Pages of a list by key instead of by offset, so that rows added meanwhile cause neither repeats nor gaps. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { canonicalJson } from "../../core/json.ts";

export interface PageRequest {
  /** From 1 to 200; checked by the caller. */
  readonly limit: number;
  readonly cursor?: string | null;
}

export interface Page<T> {
  readonly data: readonly T[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** The cursor is not from this API, or belongs to other filters. */
export class BadCursor extends Error {
  override readonly name = "BadCursor";
}

/** Where a page ended: the sort key and the id of its last row. */
export interface Position {
  readonly key: string;
  readonly id: string;
}

/** Clients can forge cursors, so the key must have the type of the sort column: a time in microseconds, or a number. */
const keys = {
  moment: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    .refine((text) => !Number.isNaN(Date.parse(text))),
  number: z.string().regex(/^\d{1,15}$/),
} as const;
export type KeyKind = keyof typeof keys;

const Cursor = z.strictObject({ k: z.string(), i: z.string().max(300), f: z.string() });

/** Reads a cursor for these filters; null if no cursor is given. */
export function readCursor(
  cursor: string | null | undefined,
  { filters, kind }: { filters: unknown; kind: KeyKind },
): Position | null {
  if (cursor === null || cursor === undefined) return null;
  if (cursor.length > 1_000 || !/^[A-Za-z0-9_-]+$/.test(cursor)) throw new BadCursor("It is not a cursor");
  const { data } = Cursor.safeParse(parseJson(Buffer.from(cursor, "base64url").toString("utf8")));
  if (data === undefined || !keys[kind].safeParse(data.k).success || data.i.includes("\0"))
    throw new BadCursor("It is not a cursor of this list");
  const position = { key: data.k, id: data.i };
  if (writeCursor(position, filters) !== cursor) throw new BadCursor("It belongs to other filters, or was edited");
  return position;
}

/** The cursor after this position. */
export function writeCursor({ key, id }: Position, filters: unknown): string {
  const hash = createHash("sha256")
    .update(canonicalJson([filters, key, id]))
    .digest("hex")
    .slice(0, 16);
  return Buffer.from(JSON.stringify({ k: key, i: id, f: hash })).toString("base64url");
}

export interface PageShape<T> {
  readonly limit: number;
  readonly filters: unknown;
  readonly keyOf: (row: T) => Position;
}

/** Makes a page from up to `limit` + 1 rows: the extra row shows that a next page exists. */
export function toPage<T>(rows: readonly T[], { limit, filters, keyOf }: PageShape<T>): Page<T> {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { data, nextCursor: more ? writeCursor(keyOf(last), filters) : null };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The schema check rejects it.
  }
}
