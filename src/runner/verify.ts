/** Verifies the checks of a rubric that a program can decide: in rubric order, one after the other. */
import type { Verify } from "../core/check.ts";
import { messageOf } from "../core/error.ts";
import type { Scenario } from "../core/scenario.ts";
import type { VerifiedCheck } from "../core/check.ts";
import { type FrozenTree, FrozenTreeAltered } from "../workspace/frozen-tree.ts";
import { verifyAssertion } from "./verify-assertion.ts";
import { verifyCommand } from "./verify-command.ts";
import { broken, decided, type Verdict } from "./verify-verdict.ts";

export interface VerifyContext {
  readonly scenario: Scenario;
  readonly runId: string;
  readonly frozen: FrozenTree;
  readonly finalAnswer: string | null;
  /** Entries as NDJSON, outside any copy; asked for once, when a command needs it. */
  transcriptFile(): Promise<string>;
  /** Outside the workspace, for copies and homes. */
  readonly scratch: string;
  /** All of a check's environment but TMPDIR, AXIS_RESULT_FILE and AXIS_TRANSCRIPT_FILE. */
  env(home: string, copy: string): Record<string, string>;
  readonly abort: AbortSignal;
}

/** What became of each check with `verify`; never throws for a check. */
export async function verifyChecks(context: VerifyContext): Promise<VerifiedCheck[]> {
  let transcript: Promise<string> | undefined;
  const world = { ...context, transcriptFile: () => (transcript ??= context.transcriptFile()) };
  const verified: VerifiedCheck[] = [];
  for (const [index, { verify }] of context.scenario.checks.entries())
    if (verify !== undefined) verified.push({ index, ...(await verifyOne(verify, world)) });
  return verified;
}

async function verifyOne(verify: Verify, world: VerifyContext): Promise<Verdict> {
  if (world.abort.aborted) return broken(`The check was not run: ${messageOf(world.abort.reason)}`);
  try {
    if (typeof verify === "string") return await verifyCommand({ command: verify }, world);
    return "command" in verify ? await verifyCommand(verify, world) : await verifyAssertion(verify, world);
  } catch (error) {
    // Altering the frozen copy takes code of the agent's; anything else that is thrown here is the machine's or ours.
    if (error instanceof FrozenTreeAltered) return decided(0, error.message);
    return broken(`The check could not be carried out: ${messageOf(error)}`);
  }
}
