/** The long lists of a run: where they are in its detail, and the detail without them. */
import type { RunDetail } from "../report/run-detail.ts";

export const listNames = ["entries", "interactions", "environment", "service", "agent"] as const;
export type ListName = (typeof listNames)[number];

/** The rows of one list; empty if the run was not scored. */
export function readListRows({ output, interactions, score }: RunDetail, name: ListName): readonly unknown[] {
  switch (name) {
    case "entries":
      return output.transcript;
    case "interactions":
      return interactions;
    case "environment":
    case "service":
    case "agent":
      return score?.[name].audits ?? [];
  }
}

/** The detail with every long list empty. */
export function stripRows(detail: RunDetail): RunDetail {
  const { score } = detail;
  const head = { ...detail, output: { ...detail.output, transcript: [] }, interactions: [] };
  if (score === undefined) return head;
  const { environment, service, agent } = score;
  return {
    ...head,
    score: {
      ...score,
      environment: { ...environment, audits: [] },
      service: { ...service, audits: [] },
      agent: { ...agent, audits: [] },
    },
  };
}
