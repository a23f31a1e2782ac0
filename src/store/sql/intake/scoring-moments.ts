/** When local runs were scored, and which of them count for the usual time, from `.axis/runs.ndjson`. */
import { z } from "zod";
import { readTextIfExists } from "../../documents/read-document.ts";
import { runLinesFile } from "../../paths.ts";

export type ScoringMoments = ReadonlyMap<string, { readonly scoredAt: Date; readonly feedsBaseline: boolean }>;

const Line = z.object({
  run_id: z.string(),
  feeds_baseline: z.boolean(),
  scored_at: z.iso.datetime({ offset: true }),
});

/** Reads the lines and skips unreadable ones: for those runs, the end time in the detail is used instead. */
export async function readScoringMoments(configDir: string): Promise<ScoringMoments> {
  const text = (await readTextIfExists(runLinesFile(configDir))) ?? "";
  const moments = new Map<string, { scoredAt: Date; feedsBaseline: boolean }>();
  for (const line of text.split("\n")) {
    const parsed = Line.safeParse(parseJson(line));
    if (!parsed.success || moments.has(parsed.data.run_id)) continue;
    const { run_id, feeds_baseline, scored_at } = parsed.data;
    moments.set(run_id, { scoredAt: new Date(scored_at), feedsBaseline: feeds_baseline });
  }
  return moments;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // The schema check rejects a torn or foreign line.
  }
}
