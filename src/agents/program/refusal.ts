/** What a model's server refused with, from records a program keeps of its session, where its output names no status. */
import type { AgentIO } from "../../core/agent.ts";
import type { Outcome } from "../../core/outcome.ts";
import { statusFailure } from "../../transcript/formats/common/failure.ts";

/** Where the records are, and the program that can be asked for them. */
export interface RefusalWorld extends Pick<AgentIO, "home" | "spawn"> {
  readonly program: readonly [string, ...string[]];
}

/** The HTTP status of the last answer in a session; undefined where its records name none. */
export type FindRefusal = (sessionId: string, world: RefusalWorld) => Promise<number | undefined>;

/** Ids become names of files and arguments, so they may be nothing but a word. */
const sessionWord = /^\w[\w-]{0,127}$/;

/** The outcome with the code that the status stands for. What cannot be found out stays as it was. */
export async function withRefusal(
  outcome: Outcome,
  asked: { readonly find: FindRefusal | undefined; readonly sessionId: string | undefined },
  world: RefusalWorld,
): Promise<Outcome> {
  const { find, sessionId } = asked;
  if (outcome.status !== "failed" || outcome.code !== "network" || find === undefined) return outcome;
  if (sessionId === undefined || !sessionWord.test(sessionId)) return outcome;
  // Records that are not there or cannot be read leave what is known: that the model could not be reached.
  const status = await find(sessionId, world).catch(() => undefined);
  const code = statusFailure(status);
  return code === undefined ? outcome : { ...outcome, code };
}
