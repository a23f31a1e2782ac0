/** How long a workspace's data is kept: as its project configures, or for the default time. */
import { sql } from "kysely";
import { RetentionSettings } from "../../../core/config/store-settings.ts";
import type { Database } from "../schema/database.ts";
import { toJsonColumn, toTextColumn } from "../text.ts";

export interface RetentionRules {
  readonly filesDays: number;
  /** Null means forever. */
  readonly runsDays: number | null;
}

const defaultFilesDays = 90;

/** Saves a project's setting, or removes it if the project has none; the last writer wins. */
export async function saveRetention(
  database: Database,
  slug: string,
  retention: RetentionSettings | undefined,
): Promise<void> {
  const settings =
    retention === undefined
      ? sql<string>`settings - 'retention'`
      : sql<string>`settings || jsonb_build_object('retention', ${toJsonColumn(retention)}::jsonb)`;
  await database.updateTable("workspaces").set({ settings }).where("slug", "=", toTextColumn(slug)).execute();
}

/** The rules of each workspace. An unreadable setting counts as missing, so that nothing is deleted early. */
export async function listRetentionRules(database: Database): Promise<(RetentionRules & { workspaceId: string })[]> {
  const rows = await database.selectFrom("workspaces").select(["id", "settings"]).orderBy("id").execute();
  return rows.map(({ id, settings }) => ({ workspaceId: id, ...toRules(settings["retention"]) }));
}

function toRules(said: unknown): RetentionRules {
  const { data } = RetentionSettings.safeParse(said);
  return { filesDays: data?.files_days ?? defaultFilesDays, runsDays: data?.runs_days ?? null };
}
