/** An interaction of a run. Its text is built on each read, because the texts of a long run are as large as the run itself. */
import type { Entry } from "../../core/entry.ts";
import type { Interaction } from "../../core/interaction.ts";
import { formatInteraction } from "./text.ts";

/** Longest `content` of an interaction, in characters. */
const contentLength = 2000;

/** What is known about an interaction before it is put into words. */
export type InteractionFacts = Omit<Interaction, "sparseLine" | "content">;

/** The keys are in the order of the stored documents. */
export class GatheredInteraction implements Interaction {
  readonly id: Interaction["id"];
  readonly kind: Interaction["kind"];
  readonly categories: Interaction["categories"];
  readonly toolName: Interaction["toolName"];
  readonly entryIndices: Interaction["entryIndices"];
  readonly sparseLine: string;
  readonly hasError: boolean;
  readonly startMs: number | null;
  readonly durationMs: number | null;
  readonly contextBytes: number;
  declare readonly content: string;
  readonly #entries: readonly Entry[];

  constructor(facts: InteractionFacts, sparseLine: string, entries: readonly Entry[]) {
    this.id = facts.id;
    this.kind = facts.kind;
    this.categories = facts.categories;
    this.toolName = facts.toolName;
    this.entryIndices = facts.entryIndices;
    this.sparseLine = sparseLine;
    this.hasError = facts.hasError;
    this.startMs = facts.startMs;
    this.durationMs = facts.durationMs;
    this.contextBytes = facts.contextBytes;
    this.#entries = entries;
    Object.defineProperty(this, "content", GatheredInteraction.#content);
  }

  /** One shared getter that is still a property of each object, so that it is copied and written like the others. */
  static readonly #content = {
    enumerable: true,
    get(this: GatheredInteraction): string {
      return formatInteraction(this, this.#entries, contentLength);
    },
  };
}
