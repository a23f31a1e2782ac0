/** Makes an adapter from a row: for any program that uses the Agent Client Protocol over stdin and stdout. */
import type { AgentAdapter, AgentProcess } from "../../core/agent.ts";
import { errorMessage } from "../../core/error.ts";
import { toStartFailure, stopOutcome } from "../ending.ts";
import { flagArguments } from "../flags.ts";
import { createProgramAdapter } from "../program/program-adapter.ts";
import { resolveProgram } from "../program/program-options.ts";
import { type AcpAgentOptions, modelArguments, modelVariables } from "./acp-options.ts";
import { runAcpSession } from "./acp-session.ts";

/**
 * Makes an adapter for a program that uses ACP.
 * @example
 * export default defineAcpAgent({ name: "mine", program: "mine", arguments: ["acp"], keys: { required: ["MINE_KEY"] } });
 */
export function defineAcpAgent(options: AcpAgentOptions): AgentAdapter {
  const { canJudge = true, model } = options;
  return {
    ...createProgramAdapter({ ...options, canJudge, acceptsModel: model !== undefined }),

    async run(task, io) {
      if (io.abort.aborted) return stopOutcome(io.abort);
      const called = resolveProgram(options, task);
      const [program, ...first] = called;
      const args = [
        ...first,
        ...((task.judging === undefined ? undefined : options.judgingArguments) ?? options.arguments ?? []),
        ...modelArguments(options, task),
        ...(options.taskArguments?.(task, io) ?? []),
        ...flagArguments(task.flags),
      ];
      let child: AgentProcess;
      try {
        const env = { ...(await options.prepare?.(task, io)), ...modelVariables(options, task) };
        child = io.spawn(program, args, { stdin: "open", env, record: false });
      } catch (error) {
        return toStartFailure(program, errorMessage(error));
      }
      return await runAcpSession(child, { options, program: called, task, io });
    },
  };
}
