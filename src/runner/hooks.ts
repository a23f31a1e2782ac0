/** Runs beforeAll and afterAll, the operator's own scripts, once per invocation of AXIS. */
import type { Plan } from "../core/plan.ts";
import type { Report } from "../core/report.ts";
import { openScope } from "../process/scope.ts";
import { runActions } from "./workspace/actions.ts";
import { childEnvironment } from "./workspace/environment.ts";
import { openWorkspace } from "./workspace/workspace.ts";

export interface HookDeps {
  readonly operator: NodeJS.ProcessEnv;
  readonly abort: AbortSignal;
  /** Marks the hook's processes. */
  readonly runId: string;
  /** Variables of this phase, such as AXIS_REPORT_DIR. */
  readonly variables: Record<string, string>;
  readonly debug: (message: string) => void;
}

/** Runs one of the two hooks in the config directory; background processes that it starts keep running. */
export async function runHook(
  phase: "beforeAll" | "afterAll",
  plan: Plan,
  deps: HookDeps,
): Promise<{ failure: string | null; notes: string | undefined }> {
  if (plan[phase].length === 0) return { failure: null, notes: undefined };
  await using folder = await openWorkspace({ runId: deps.runId, onWarning: deps.debug });
  const home = deps.operator["HOME"];
  const scope = await openScope({ runId: deps.runId, home: folder.home });
  return await runActions(plan[phase], {
    phase,
    cwd: plan.configDir,
    matchBase: plan.configDir,
    destinationBase: plan.configDir,
    env: childEnvironment(deps.operator, plan.env.hooks, {
      ...deps.variables,
      ...(home === undefined ? {} : { HOME: home }),
      AXIS_CONFIG_DIR: plan.configDir,
      AXIS_RUN_ID: deps.runId,
    }),
    scope,
    notesFolder: folder.root,
    abort: deps.abort,
    debug: deps.debug,
  });
}

/** The variables that describe the report to afterAll. */
export function reportVariables({ summary, durationMs }: Report, folder: string | null): Record<string, string> {
  return {
    AXIS_REPORT_DIR: folder ?? "",
    AXIS_TOTAL: String(summary.total),
    AXIS_COMPLETED: String(summary.completed),
    AXIS_FAILED: String(summary.failed),
    // Empty if the duration is unknown.
    AXIS_DURATION_MS: String(durationMs ?? ""),
  };
}
