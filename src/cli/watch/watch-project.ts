/** `axis run --watch`: runs everything once, then what each change touches, until Ctrl-C. */
import { AxisError } from "../../core/error.ts";
import { formatCount } from "../../core/format-count.ts";
import type { Plan } from "../../core/plan.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import type { CliDeps } from "../command.ts";
import { createErrorRedactor } from "../error-redactor.ts";
import type { Project } from "../project.ts";
import { refuseConflictingFlags, type RunFlags } from "../run-flags.ts";
import { runProject } from "../run-project.ts";
import { planRun } from "../run-request.ts";
import { watchFiles } from "./file-watcher.ts";
import { listTouchedCells } from "./touched-cells.ts";

const mostNamedFiles = 3;

/** Returns the exit code of the last run. */
export async function watchProject(project: Project, flags: RunFlags, deps: CliDeps): Promise<number> {
  refuseConflictingFlags(flags);
  const { err, errPaint } = deps.terminal;
  using files = await watchFiles(project.configDir);
  const silent: CliDeps = { ...deps, terminal: { ...deps.terminal, err: () => {} } };
  // The run that follows prints what is wrong.
  let plan = await planQuietly(project, flags, silent);
  let { code, isStopped } = await runOnce(project, flags, deps);
  while (!isStopped) {
    err(errPaint.dim("Watching for changes; Ctrl-C ends."));
    const idle = deps.abortOnInterrupt();
    const changed = await files.next(idle);
    if (changed === null) break;
    const next = await planQuietly(project, flags, deps);
    if (next === null) continue;
    const cells = listTouchedCells(plan, next, changed);
    plan = next;
    if (cells.length === 0) continue;
    err(`${nameFiles(changed)} changed: ${formatCount(cells.length, "run")} of ${next.jobs.length} again`);
    if (idle.aborted) break;
    ({ code, isStopped } = await runOnce(project, { ...flags, cells }, deps));
  }
  return code;
}

function nameFiles(changed: readonly string[]): string {
  const more = changed.length - mostNamedFiles;
  return `${changed.slice(0, mostNamedFiles).map(terminalLine).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** A mistake in a file is printed, and the next change may repair it. */
async function runOnce(
  project: Project,
  flags: RunFlags,
  deps: CliDeps,
): Promise<{ code: number; isStopped: boolean }> {
  let abort: AbortSignal | undefined;
  const listening: CliDeps = { ...deps, abortOnInterrupt: (last) => (abort = deps.abortOnInterrupt(last)) };
  const code = (await explain(deps, () => runProject(project, flags, listening))) ?? 2;
  return { code, isStopped: abort?.aborted === true };
}

/** The plan as it is now, to compare with; what it says is printed by the run that follows. Null while it has a mistake. */
async function planQuietly(project: Project, flags: RunFlags, deps: CliDeps): Promise<Plan | null> {
  const silent: CliDeps = { ...deps, terminal: { ...deps.terminal, err: () => {} } };
  const request = await explain(deps, () => planRun(project, flags, silent));
  return request?.plan ?? null;
}

/** Returns null after an error of the user. */
async function explain<T>({ terminal, env }: CliDeps, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AxisError)) throw error;
    const shown = createErrorRedactor(env);
    terminal.err(terminal.errPaint.bad(shown(error.message)));
    if (error.hint !== undefined) terminal.err(shown(error.hint));
    return null;
  }
}
