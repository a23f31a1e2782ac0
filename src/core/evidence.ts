/** Everything that can be examined after a run, as plain data. */
import type { Check, VerifiedCheck } from "./scenario/check.ts";
import type { Entry } from "./entry.ts";
import type { Interaction } from "./interaction.ts";
import type { Outcome } from "./outcome.ts";
import type { TokenUsage } from "./model/token-usage.ts";

export interface Evidence {
  readonly scenarioKey: string;
  /** The prompt. */
  readonly task: string;
  /** Null: the scenario has no rubric, so the goal does not apply. */
  readonly checks: readonly Check[] | null;
  readonly verified: readonly VerifiedCheck[];
  readonly outcome: Outcome;
  /** Whether the agent had called a tool; decides whose failure a broken protocol is. */
  readonly calledTool: boolean;
  readonly finalAnswer: string | null;
  /** Null if no time is known. */
  readonly durationMs: number | null;
  readonly tokenUsage: TokenUsage | null;
  readonly transcript: readonly Entry[];
  readonly interactions: readonly Interaction[];
}
