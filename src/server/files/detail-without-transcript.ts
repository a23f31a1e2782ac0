/** Reassembles a run's record from its head and its lists, without the transcript. */
import type { Audit, DimensionResult } from "../../core/score/axis-result.ts";
import type { Interaction } from "../../core/interaction.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { OpenedRun } from "../../core/run/opened-run.ts";
import type { ListName } from "../../core/run/run-lists.ts";

/** Rows read and validated at a time, so that other work can run in between. */
const rowsPerRead = 2_000;

export async function readDetailWithoutTranscript({ head, lists }: OpenedRun): Promise<RunDetail> {
  const allOf = async (name: ListName): Promise<unknown[]> => {
    const { length, read } = lists[name];
    const rows: unknown[] = [];
    for (let from = 0; from < length; from += rowsPerRead)
      for (const row of await read(from, Math.min(from + rowsPerRead, length))) rows.push(row);
    return rows;
  };
  const interactions = (await allOf("interactions")) as Interaction[];
  const { score } = head;
  if (score === undefined) return { ...head, interactions };
  const dimension = async (name: "environment" | "service" | "agent"): Promise<DimensionResult> => ({
    ...score[name],
    audits: (await allOf(name)) as Audit[],
  });
  const environment = await dimension("environment");
  const service = await dimension("service");
  return {
    ...head,
    interactions,
    score: { ...score, environment, service, agent: await dimension("agent") },
  };
}
