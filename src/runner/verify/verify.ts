/** Verifies the checks of a rubric that a program can decide: in rubric order, one after the other. */
import type { Verify } from "../../core/scenario/check.ts";
import { errorMessage } from "../../core/error.ts";
import type { VerifiedCheck } from "../../core/scenario/check.ts";
import { FrozenTreeAltered } from "../workspace/freeze.ts";
import { verifyAssertion } from "./assertion.ts";
import { type VerifyDeps, verifyCommand } from "./command.ts";
import { broken, decided, type CheckVerdict } from "./check-verdict.ts";

/** Returns the result of each check with `verify`; never throws because of a check. */
export async function verifyChecks(deps: VerifyDeps): Promise<VerifiedCheck[]> {
  const verified: VerifiedCheck[] = [];
  for (const [index, { verify }] of deps.scenario.checks.entries())
    if (verify !== undefined) verified.push({ index, ...(await verifyCheck(verify, deps)) });
  return verified;
}

async function verifyCheck(verify: Verify, deps: VerifyDeps): Promise<CheckVerdict> {
  if (deps.abort.aborted) return broken(`The check was not run: ${errorMessage(deps.abort.reason)}`);
  try {
    if (typeof verify === "string") return await verifyCommand({ command: verify }, deps);
    return "command" in verify ? await verifyCommand(verify, deps) : await verifyAssertion(verify, deps);
  } catch (error) {
    // Only the agent's code can alter the frozen copy; any other error here comes from the machine or from AXIS.
    if (error instanceof FrozenTreeAltered) return decided(0, error.message);
    return broken(`The check could not run: ${errorMessage(error)}`);
  }
}
