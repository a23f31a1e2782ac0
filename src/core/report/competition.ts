/** What a competition adds to its report: who took part, in which order they ended, and what that says about the agents. */
import { z } from "zod";

const number = z.number().nullable();
const count = z.number().int();

/** What decides between entrants that passed equally often. */
export const CompetitionRank = z.enum(["scorecard", "axis", "judge"]);
export type CompetitionRank = z.infer<typeof CompetitionRank>;

export const CompetitionPlace = z.object({
  place: z.number().int(),
  agentName: z.string(),
  /** Planned runs, and how many of them passed or were blocked by a gate. */
  runs: z.number().int(),
  passed: z.number().int(),
  blocked: z.number().int(),
  /** Sum of the scorecards of all runs; a run that never started counts as 0. */
  scorecardTotal: z.number(),
  /** Mean over scenarios, each the mean of its trials; null if no run has a number. */
  axisResult: number,
  /** Totals over all runs; null if one of them is unknown. */
  costUsd: number,
  durationMs: number,
  /** Where a judge compared patches: how many of its duels were decided, and its wins, with a tie as half of one. */
  duels: z.object({ played: z.number().int(), won: z.number() }).optional(),
  /** The number of the rule that separates this place from the next; null for the last one. */
  rule: z.number().int().nullable(),
});
export type CompetitionPlace = z.infer<typeof CompetitionPlace>;

/** The work of one run as a branch in the user's repository. */
export const CompetitionBranch = z.object({
  scenarioKey: z.string(),
  agentName: z.string(),
  trial: z.number().int(),
  runId: z.string(),
  branch: z.string(),
  commit: z.string(),
});
export type CompetitionBranch = z.infer<typeof CompetitionBranch>;

/** The winner compared with one other agent. */
export const CompetitionDifference = z.object({
  agentName: z.string(),
  /** Passes where the metric of the settings is the AXIS Result and one of the two has none. */
  metric: z.enum(["score", "pass"]),
  scenarios: z.number().int(),
  /** The winner minus this agent, in points. */
  estimate: number,
  lower: number,
  upper: number,
  p: number,
  /** Corrected for the number of other agents by Holm's method. */
  adjustedP: number,
  isBehind: z.boolean(),
  /** About how many trials per scenario would decide; null if the winner is ahead already, or 50 are not enough. */
  trialsNeeded: z.number().int().nullable(),
  /** The difference in points that so many trials would show: the one seen, or the margin of the settings if that is larger. */
  neededFor: z.number(),
});
export type CompetitionDifference = z.infer<typeof CompetitionDifference>;

/** Whom a judge preferred of two patches; null if its reply could not be read. */
export const DuelPreference = z.enum(["one", "other", "tie"]).nullable();
export type DuelPreference = z.infer<typeof DuelPreference>;

/** Two patches of the same scenario, which a judge saw as A and B. */
export const CompetitionDuel = z.object({
  scenarioKey: z.string(),
  one: z.string(),
  other: z.string(),
  /** The runs whose patches were compared: the best passed run of each agent. */
  oneRunId: z.string(),
  otherRunId: z.string(),
  /** The judge's answer with `one` shown first, and with `other` shown first; empty where nobody had to be asked. */
  replies: z.array(DuelPreference),
  /** A tie if the two answers disagree; null if one of them is missing. */
  result: DuelPreference,
  /** Why, in ours or the judge's words, to whom `one` was A and `other` B; of two answers, the first. */
  reason: z.string().nullable(),
});
export type CompetitionDuel = z.infer<typeof CompetitionDuel>;

/** What a judge said of the patches, without knowing whose they are. */
export const CompetitionJudging = z.object({
  judge: z.string(),
  /** What its answers cost; null: unknown. */
  costUsd: number,
  /** What a reader should know, such as that the judge and an entrant come from the same family. */
  notes: z.array(z.string()),
  duels: z.array(CompetitionDuel),
  agents: z.array(z.string()),
  /** `wins[i][j]`: how often agent i beat agent j over all scenarios; a tie is half a win for both. */
  wins: z.array(z.array(z.number())),
  /** For each agent, opponents it beat more often than not, minus those that beat it. */
  copeland: z.array(z.number()),
  /** Bradley-Terry strengths with intervals and the ranks they leave open; null for a single scenario. */
  strengths: z
    .array(
      z.object({
        agentName: z.string(),
        strength: number,
        lower: number,
        upper: number,
        bestRank: z.number().int(),
        worstRank: z.number().int(),
      }),
    )
    .nullable(),
});
export type CompetitionJudging = z.infer<typeof CompetitionJudging>;

/** A person's choice, made with `axis compete show --pick`. */
export const CompetitionPick = z.object({
  agentName: z.string(),
  by: z.string(),
  at: z.string(),
  note: z.string().nullable(),
});
export type CompetitionPick = z.infer<typeof CompetitionPick>;

/** What a list says of a competition, in place of the verdict of its report. */
export const CompetitionOutcome = z.object({
  word: z.enum(["WINNER", "NO WINNER"]),
  winner: z.string().nullable(),
  sentence: z.string(),
});
export type CompetitionOutcome = z.infer<typeof CompetitionOutcome>;

export const Competition = z.object({
  id: z.string(),
  /** The commit that every entrant started from, and how the user named it. */
  base: z.object({ commit: z.string(), ref: z.string() }),
  /** Uncommitted changes were left out of the contest. */
  isDirty: z.boolean(),
  rank: CompetitionRank,
  concurrency: z.number().int(),
  /** Best first. */
  ranking: z.array(CompetitionPlace),
  /** Null if no run passed. */
  winner: z.string().nullable(),
  /** What can be said of the agents; null without a winner. */
  verdict: z.enum(["PROVEN", "TOO CLOSE"]).nullable(),
  /** What was compared, how often it may be wrong, and the winner against every other agent. */
  metric: z.enum(["score", "pass"]),
  alpha: z.number(),
  differences: z.array(CompetitionDifference),
  /** With --until decided: which look decided or was the last, after how many trials, and its share of `alpha`. */
  look: z.object({ number: count, of: count, trials: count, most: count, alpha: z.number() }).optional(),
  /** The first line that AXIS prints. */
  headline: z.string(),
  branches: z.array(CompetitionBranch),
  /** Only where a judge compared patches. */
  judging: CompetitionJudging.optional(),
  pick: CompetitionPick.optional(),
  /** The winner's best passed run of each scenario; without a branch if it changed nothing. */
  proposals: z.array(
    z.object({
      scenarioKey: z.string(),
      trial: z.number().int(),
      runId: z.string(),
      branch: z.string().nullable(),
      commit: z.string().nullable(),
    }),
  ),
});
export type Competition = z.infer<typeof Competition>;
