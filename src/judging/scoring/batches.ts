/** Splits a run for a judge: all of it at once, or batches small enough to be read with care. */
import type { Evidence } from "../../core/evidence.ts";
import type { Interaction } from "../../core/interaction.ts";
import type { ProcessQuestion } from "../../core/question.ts";
import { sparseIndex } from "../../agents/transcript/sparse-index.ts";
import { cutMiddle, formatInteraction } from "../../agents/transcript/text.ts";
import type { Dimension } from "./dimensions.ts";

const indexCharacters = 60_000;
const interactionCharacters = 3_000;
const batchInteractions = 50;
const batchCharacters = 40_000;

/** The dimension to ask about, with its interactions. */
export interface QuestionSubject {
  readonly dimension: Dimension;
  readonly pool: readonly Interaction[];
  readonly evidence: Evidence;
  readonly agentName: string;
  /** Whether the judge takes the whole run at once; default false. */
  readonly wholeRun?: boolean;
}

/** One interaction as a judge sees it. */
export type InteractionView = ProcessQuestion["interactions"][number];

/** Yields the interactions that a judge sees at a time. */
export function splitIntoBatches({ pool, evidence, wholeRun }: QuestionSubject): Iterable<readonly InteractionView[]> {
  return wholeRun
    ? [pool.map((interaction) => new LazyInteractionView(interaction, evidence))]
    : smallBatches(pool, evidence);
}

/** At most 50 interactions and 40,000 characters per batch, so that the judge overlooks none. */
function* smallBatches(pool: readonly Interaction[], { transcript }: Evidence): Generator<readonly InteractionView[]> {
  let batch: InteractionView[] = [];
  let characters = 0;
  for (const interaction of pool) {
    const content = formatInteraction(interaction, transcript, interactionCharacters);
    if (batch.length === batchInteractions || (batch.length > 0 && characters + content.length > batchCharacters)) {
      yield batch;
      [batch, characters] = [[], 0];
    }
    batch.push({ id: interaction.id, categories: interaction.categories, content });
    characters += content.length;
  }
  if (batch.length > 0) yield batch;
}

/** For a judge that takes runs of any length: the text exists only while it is being read. */
class LazyInteractionView implements InteractionView {
  readonly id: number;
  readonly categories: InteractionView["categories"];
  declare readonly content: string;
  readonly #interaction: Interaction;
  readonly #evidence: Evidence;

  constructor(interaction: Interaction, evidence: Evidence) {
    this.id = interaction.id;
    this.categories = interaction.categories;
    this.#interaction = interaction;
    this.#evidence = evidence;
    Object.defineProperty(this, "content", LazyInteractionView.#content);
  }

  /** All views share one getter because a long run has very many; it is enumerable like any other property. */
  static readonly #content = {
    enumerable: true,
    get(this: LazyInteractionView): string {
      return formatInteraction(this.#interaction, this.#evidence.transcript, interactionCharacters);
    },
  };
}

/** Returns a function that makes the questions about a subject. They share one index, created on first use. */
export function createQuestionMaker({ dimension, evidence, agentName }: QuestionSubject) {
  let text: string | undefined;
  const index = () => {
    const { scenarioKey, interactions } = evidence;
    return (text ??= cutMiddle(sparseIndex(interactions, { scenarioKey, agentName }), indexCharacters));
  };
  return (interactions: readonly InteractionView[], necessity: boolean): ProcessQuestion => ({
    question: dimension.id,
    scenario: evidence.scenarioKey,
    task: evidence.task,
    evidence,
    get index() {
      return index();
    },
    interactions,
    necessity,
  });
}
