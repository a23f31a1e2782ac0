/** A migration: a number, a name, and SQL that is run once, forward only. */
import { createHash } from "node:crypto";

export interface Migration {
  readonly version: number;
  readonly name: string;
  /** Statements, each ended by a semicolon at the end of its line. No values from outside. */
  readonly sql: string;
}

/** Splits a migration into statements, because the embedded engine accepts one at a time. */
export function splitStatements({ sql }: Migration): string[] {
  return sql
    .split(/;[ \t]*(?=\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}

/** Used to check that a migration has not changed since it was run. */
export function computeChecksum({ sql }: Migration): string {
  return createHash("sha256").update(sql).digest("hex");
}
