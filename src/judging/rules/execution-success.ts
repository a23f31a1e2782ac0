/** Decides whether a call succeeded: seven kinds of evidence, of which the first that applies decides. */
import type { Category } from "../../core/score/category.ts";
import { findErrorField, findExitCodes, findFailurePhrase, findHttpStatus, isFlagged } from "./result-evidence.ts";
import type { RuleStep } from "./step.ts";

/** A success share and the evidence for it. */
interface ExecutionReading {
  readonly success: number;
  readonly rationale: string;
}

/** Whose failures count: those of the machine, or those of the service. */
export type ExecutionColumn = "environment" | "service";

/** The reading for both columns. */
export type Execution = Readonly<Record<ExecutionColumn, ExecutionReading>>;

const noSign: ExecutionReading = { success: 1, rationale: "no sign of failure" };
// Nearly all interactions get one of these, so they are created once.
const unsuspected = forBothColumns(noSign);
const onlySaid = forBothColumns({ success: 1, rationale: "nothing was called" });
const anError = forBothColumns({ success: 0, rationale: "an error" });
const unanswered = forBothColumns({ success: 0, rationale: "no result" });
const onlyAnError = forBothColumns({ success: 0, rationale: "no result, only an error" });

/** Reads the evidence of one interaction. HTTP statuses and JSON errors count for the service only. */
export function executionSuccess(step: RuleStep): Execution {
  const missing = checkMissingResult(step);
  if (missing !== null) return missing;
  const shared = readExitCode(step) ?? readErrorFlag(step) ?? readFailurePhrase(step);
  const service = readStatus(step) ?? shared ?? readJsonError(step);
  if (shared === null && service === null) return unsuspected;
  return { environment: shared ?? noSign, service: service ?? noSign };
}

function forBothColumns(reading: ExecutionReading): Execution {
  return { environment: reading, service: reading };
}

/** The column of a category. The agent's own calls (plans, notes, configuration) are read like local ones. */
export function selectColumn(category: Category): ExecutionColumn {
  return category === "service" ? "service" : "environment";
}

function checkMissingResult(step: RuleStep): Execution | null {
  if (step.kind === "error") return anError;
  if (step.kind === "thinking") return onlySaid;
  if (step.result !== null) return null;
  return step.error === null ? unanswered : onlyAnError;
}

function readStatus(step: RuleStep): ExecutionReading | null {
  const status = findHttpStatus(step);
  if (status === null) return null;
  const rationale = `HTTP ${status}`;
  if (status < 400) return { success: 1, rationale };
  return { success: status === 429 || status >= 500 ? 0 : 0.3, rationale };
}

/** For these programs exit code 1 is an answer ("nothing found", "they differ"), not a failure. */
const answersWithOne: ReadonlySet<string> = new Set("grep egrep fgrep rg ag diff cmp test pgrep".split(" "));

function readExitCode(step: RuleStep): ExecutionReading | null {
  const codes = findExitCodes(step);
  const bad = codes.find((code) => code !== 0 && !(code === 1 && answersWithOne.has(step.lastProgram)));
  if (bad !== undefined) return { success: 0, rationale: `exit code ${bad}` };
  if (codes.length === 0) return null;
  const answered = codes.includes(1);
  return { success: 1, rationale: answered ? `exit code 1, an answer of ${step.lastProgram}` : "exit code 0" };
}

function readErrorFlag(step: RuleStep): ExecutionReading | null {
  if (!isFlagged(step)) return null;
  return { success: 0, rationale: step.error === null ? "error flag" : "attached error" };
}

function readFailurePhrase(step: RuleStep): ExecutionReading | null {
  const phrase = step.isShell ? findFailurePhrase(step) : null;
  return phrase === null ? null : { success: 0, rationale: `the output says "${phrase}"` };
}

/** An error inside JSON is the service's: the machine did run the call. */
function readJsonError(step: RuleStep): ExecutionReading | null {
  const field = findErrorField(step);
  return field === null ? null : { success: 0.3, rationale: `the result has "${field}"` };
}
