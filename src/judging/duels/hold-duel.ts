/** Asks a judge which of two patches is better, in both orders: only an answer that does not depend on the order counts. */
import pLimit from "p-limit";
import { cutMiddle } from "../../agents/transcript/text.ts";
import type { Judge } from "../../core/judge.ts";
import { addKnown, combineCosts, type Cost } from "../../core/model/spending.ts";
import { DuelAnswer, type DuelQuestion } from "../../core/question.ts";
import type { CompetitionDuel, DuelPreference } from "../../core/report/competition.ts";
import type { AskOutcome, OpenQuestion } from "../scoring/ask.ts";
import type { Blind } from "./blind.ts";

/** Two patches of one scenario. */
export interface DuelPair {
  readonly scenarioKey: string;
  readonly task: string;
  readonly one: DuelEntry;
  readonly other: DuelEntry;
}

interface DuelEntry {
  readonly agentName: string;
  readonly runId: string;
  readonly patch: string;
}

/** Which patch is shown as A. */
type DuelOrder = "one-first" | "other-first";

/** What a judge said in one order. */
interface DuelReply {
  readonly preference: DuelPreference;
  readonly reason: string;
  readonly costUsd?: Cost;
}

export interface DuelDeps {
  readonly judge: Judge;
  readonly blind: Blind;
  ask(judge: Judge, question: OpenQuestion): Promise<AskOutcome>;
  /** The reply that an interrupted competition already got. */
  findReply(pair: DuelPair, order: DuelOrder): DuelReply | undefined;
  keepReply(pair: DuelPair, order: DuelOrder, reply: DuelReply): Promise<void>;
}

export interface HeldDuels {
  readonly duels: readonly CompetitionDuel[];
  readonly notes: readonly string[];
  readonly costUsd: number | null;
}

/** A judge sees at most so much of a patch; the rest is cut out of its middle. */
const patchCharacters = 40_000;
/** Duels at once. */
const maxConcurrent = 4;

export async function holdDuels(pairs: readonly DuelPair[], deps: DuelDeps): Promise<HeldDuels> {
  const limit = pLimit(maxConcurrent);
  const held = await Promise.all(pairs.map((pair) => limit(() => holdDuel(pair, deps))));
  const notes = pairs.flatMap(({ scenarioKey, one, other }) =>
    [one, other].flatMap(({ agentName, patch }) => {
      if (patch.length <= patchCharacters) return [];
      return `The patch of ${agentName} for ${scenarioKey} has ${patch.length} characters; the judge saw ${patchCharacters} of them.`;
    }),
  );
  return {
    duels: held.map(({ duel }) => duel),
    notes: [...new Set(notes)],
    costUsd: held.map(({ costUsd = 0 }) => costUsd).reduce(addKnown, 0),
  };
}

interface HeldDuel {
  readonly duel: CompetitionDuel;
  readonly costUsd: Cost;
}

async function holdDuel(pair: DuelPair, deps: DuelDeps): Promise<HeldDuel> {
  const { scenarioKey, one, other } = pair;
  const hidden = { task: deps.blind(pair.task), one: deps.blind(one.patch), other: deps.blind(other.patch) };
  const names = { scenarioKey, one: one.agentName, other: other.agentName };
  const head = { ...names, oneRunId: one.runId, otherRunId: other.runId };
  if (hidden.one === hidden.other) {
    const reason =
      one.patch === other.patch
        ? "the patches are identical"
        : "the patches are identical but for names, dates and paths";
    return { duel: { ...head, replies: [], result: "tie", reason }, costUsd: undefined };
  }
  const replies: DuelReply[] = [];
  for (const order of ["one-first", "other-first"] as const) {
    const known = deps.findReply(pair, order);
    const reply = known ?? (await askInOrder(order, { scenario: scenarioKey, ...hidden }, deps));
    if (known === undefined && reply.preference !== null) await deps.keepReply(pair, order, reply);
    replies.push(reply);
  }
  return {
    duel: { ...head, replies: replies.map(({ preference }) => preference), ...settle(replies) },
    costUsd: replies.map(({ costUsd }) => costUsd).reduce(combineCosts),
  };
}

function settle(replies: readonly DuelReply[]): Pick<CompetitionDuel, "result" | "reason"> {
  const missing = replies.find(({ preference }) => preference === null);
  if (missing !== undefined) return { result: null, reason: missing.reason };
  const [first, second] = replies;
  const agree = first?.preference === second?.preference;
  if (!agree) return { result: "tie", reason: "the answer changed with the order of the patches" };
  return { result: first?.preference ?? null, reason: first?.reason ?? null };
}

interface HiddenPair {
  readonly scenario: string;
  readonly task: string;
  readonly one: string;
  readonly other: string;
}

/** A panel prefers what most of its members prefer; without a majority, it is a tie. */
async function askInOrder(order: DuelOrder, hidden: HiddenPair, { judge, ask }: DuelDeps): Promise<DuelReply> {
  const shown = [hidden.one, hidden.other].map((patch) => cutMiddle(patch, patchCharacters));
  const [patchA = "", patchB = ""] = order === "one-first" ? shown : shown.toReversed();
  const { scenario, task } = hidden;
  const replies = await Promise.all(
    (judge.members ?? [judge]).map(async (member) => {
      const open = openDuelQuestion({ question: "duel", scenario, task, patchA, patchB });
      const { failure, used } = await ask(member, open);
      const answer = open.answer();
      if (answer === null) return { preference: null, reason: failure ?? "no answer", costUsd: used.costUsd };
      return { preference: toPreference(answer.better, order), reason: answer.reason, costUsd: used.costUsd };
    }),
  );
  const costUsd = replies.map((reply) => reply.costUsd).reduce(combineCosts, undefined);
  return { ...elect(replies), costUsd };
}

function toPreference(better: DuelAnswer["better"], order: DuelOrder): DuelPreference {
  if (better === "tie") return "tie";
  return (better === "A") === (order === "one-first") ? "one" : "other";
}

function elect(replies: readonly DuelReply[]): Pick<DuelReply, "preference" | "reason"> {
  const needed = Math.floor(replies.length / 2) + 1;
  const answered = replies.filter(({ preference }) => preference !== null);
  const failure = replies.find(({ preference }) => preference === null);
  if (answered.length < needed) return { preference: null, reason: failure?.reason ?? "nobody was asked" };
  const elected = answered.find(
    ({ preference }) => answered.filter((each) => each.preference === preference).length >= needed,
  );
  return elected ?? { preference: "tie", reason: "the judges disagree" };
}

/** A longer reason is cut. */
const reasonCharacters = 500;

interface OpenDuelQuestion extends OpenQuestion {
  /** Null until the judge has given one that can be read. */
  answer(): DuelAnswer | null;
}

function openDuelQuestion(question: DuelQuestion): OpenDuelQuestion {
  let answer: DuelAnswer | null = null;
  return {
    answer: () => answer,
    next: () => question,
    take(value) {
      const read = DuelAnswer.safeParse(value);
      if (!read.success) return 'the answer is not {"reason": text, "better": "A", "B" or "tie"}';
      answer = { ...read.data, reason: read.data.reason.slice(0, reasonCharacters) };
      return null;
    },
  };
}
