/** What a migration is: a number, a name and SQL that is run once, forward only. */
import { createHash } from "node:crypto";

export interface Migration {
  readonly version: number;
  readonly name: string;
  /** Statements, each ended by a semicolon at the end of its line. No values from outside. */
  readonly sql: string;
}

/** The single statements of a migration: the embedded engine takes one at a time. */
export function statementsOf({ sql }: Migration): string[] {
  return sql
    .split(/;[ \t]*(?=\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}

/** Says whether a migration is still the one that was run. */
export function checksumOf({ sql }: Migration): string {
  return createHash("sha256").update(sql).digest("hex");
}
