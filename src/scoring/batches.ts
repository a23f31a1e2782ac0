/** Splits a run for a judge: all of it at once, or batches small enough to be read with care. */
import type { Evidence } from "../core/evidence.ts";
import type { Interaction } from "../core/interaction.ts";
import type { ProcessQuestion } from "../core/question.ts";
import { sparseIndex } from "../transcript/sparse-index.ts";
import { cutMiddle, interactionText } from "../transcript/text.ts";
import type { Dimension } from "./dimensions.ts";

const indexCharacters = 60_000;
const interactionCharacters = 3_000;
const batchInteractions = 50;
const batchCharacters = 40_000;

/** The dimension to ask about, with its interactions. */
export interface Subject {
  readonly dimension: Dimension;
  readonly pool: readonly Interaction[];
  readonly evidence: Evidence;
  readonly agentName: string;
  /** The judge takes the whole run at once. */
  readonly wholeRun: boolean;
}

/** One interaction as a judge sees it. */
export type View = ProcessQuestion["interactions"][number];

/** Yields the interactions that a judge sees at a time. */
export function batches({ pool, evidence, wholeRun }: Subject): Iterable<readonly View[]> {
  return wholeRun ? [pool.map((interaction) => new LazyView(interaction, evidence))] : smallBatches(pool, evidence);
}

/** At most 50 interactions and 40,000 characters per batch, so that the judge overlooks none. */
function* smallBatches(pool: readonly Interaction[], { transcript }: Evidence): Generator<readonly View[]> {
  let batch: View[] = [];
  let characters = 0;
  for (const interaction of pool) {
    const content = interactionText(interaction, transcript, interactionCharacters);
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
class LazyView implements View {
  readonly id: number;
  readonly categories: View["categories"];
  declare readonly content: string;
  readonly #interaction: Interaction;
  readonly #evidence: Evidence;

  constructor(interaction: Interaction, evidence: Evidence) {
    this.id = interaction.id;
    this.categories = interaction.categories;
    this.#interaction = interaction;
    this.#evidence = evidence;
    Object.defineProperty(this, "content", LazyView.#content);
  }

  /** All views share one getter because a long run has very many; it is enumerable like any other property. */
  static readonly #content = {
    enumerable: true,
    get(this: LazyView): string {
      return interactionText(this.#interaction, this.#evidence.transcript, interactionCharacters);
    },
  };
}

/** Returns a function that makes the questions about a subject. They share one index, created on first use. */
export function questionMaker({ dimension, evidence, agentName }: Subject) {
  let text: string | undefined;
  const index = () => {
    const { scenarioKey, interactions } = evidence;
    return (text ??= cutMiddle(sparseIndex(interactions, { scenarioKey, agentName }), indexCharacters));
  };
  return (interactions: readonly View[], necessity: boolean): ProcessQuestion => ({
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
