/** `axis compete apply`: brings the winner's changes into the index and the working tree. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { loadPlan } from "../../config/load-plan.ts";
import { AxisError } from "../../core/error.ts";
import type { AgentAdapter } from "../../core/agent.ts";
import type { Plan } from "../../core/plan.ts";
import type { Competition } from "../../core/report/competition.ts";
import { evaluate } from "../../evaluate/evaluate.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import { copyBase } from "../../runner/workspace/clone-base.ts";
import { memoryStore } from "../../store/memory.ts";
import type { CliDeps } from "../command.ts";
import { announceRun } from "../run-project.ts";
import { type FinishedCompetition, readCompetition, writePatches } from "./show-competition.ts";

export interface ApplyFlags {
  readonly config?: string;
  readonly scenario?: string;
}

type Proposal = Competition["proposals"][number];

export async function applyCompetition(id: string, flags: ApplyFlags, deps: CliDeps): Promise<number> {
  const found = await readCompetition(id, flags.config, deps);
  const { repository, competition } = found;
  const proposal = chooseProposal(competition, flags.scenario);
  const patch = (await writePatches(competition, found)).get(proposal.scenarioKey);
  if (patch === undefined)
    throw new AxisError("git-failed", "The winner's branch is gone, or points at another commit than AXIS made");
  const changes = await repository.listChanges();
  if (changes.length > 0)
    throw new AxisError("flag-invalid", "The repository has uncommitted changes, which could be mixed with the patch", {
      hint: "Commit or stash them first",
    });
  const head = await repository.resolveCommit("HEAD");
  const refusal = head === competition.base.commit ? null : await repeatGates(found, { proposal, patch, head }, deps);
  if (refusal !== null) {
    deps.terminal.err(`HEAD has moved since the competition, and the work no longer passes there: ${refusal}`);
    deps.terminal.err("Nothing was changed.");
    return 1;
  }
  await repository.applyPatch(patch);
  deps.terminal.out(`Applied ${proposal.branch ?? ""} to the index and the working tree. Review it, then commit it.`);
  return 0;
}

function chooseProposal({ proposals, id }: Competition, scenario: string | undefined): Proposal {
  const withBranch = proposals.filter(({ branch }) => branch !== null);
  const wanted = scenario === undefined ? withBranch : withBranch.filter((each) => each.scenarioKey === scenario);
  const [proposal] = wanted;
  if (proposal !== undefined && wanted.length === 1) return proposal;
  const names = withBranch.map(({ scenarioKey }) => terminalLine(scenarioKey)).join(", ");
  if (withBranch.length === 0) throw new AxisError("flag-invalid", `The competition ${id} has no work to apply`);
  throw new AxisError("flag-invalid", `The competition ${id} has the winner's work for: ${names}`, {
    hint: "Choose one with --scenario",
  });
}

/** Runs the scenario once more, on what is checked out now, with an agent that only applies the patch. */
async function repeatGates(
  { project, repository, folder, competition }: FinishedCompetition,
  { proposal, patch, head }: { readonly proposal: Proposal; readonly patch: string; readonly head: string },
  deps: CliDeps,
): Promise<string | null> {
  const { scenarioKey } = proposal;
  const request = { folder: deps.cwd, configFile: project.configFile, scenarios: [scenarioKey], judge: "rules" };
  const agents = competition.winner === null ? {} : { agents: [competition.winner] };
  const planned = await loadPlan(
    { ...request, ...agents },
    {
      env: deps.env,
      onNotice: deps.terminal.err,
      onWarning: deps.terminal.err,
    },
  );
  const source = join(folder.path, "head.git");
  const start = { competition: competition.id, commit: head, source, hidden: repository.folders };
  await rm(source, { recursive: true, force: true });
  await mkdir(folder.path, { recursive: true });
  const path = deps.env["PATH"] ?? "";
  await copyBase(repository.gitFolder, start, { work: folder.path, runId: competition.id, path });
  try {
    const adapter = patchAgent(await readFile(patch, "latin1"));
    const jobs = planned.jobs.slice(0, 1).map((job) => ({ ...job, agent: { ...job.agent, adapter } }));
    const plan: Plan = { ...planned, jobs, start };
    const sandboxes = await announceRun(plan, false, deps);
    const report = await evaluate(plan, { store: memoryStore(), env: deps.env, now: deps.now, sandboxes });
    const [result] = report.results;
    return result?.status === "passed" ? null : (result?.why ?? result?.error ?? "the run did not take place");
  } finally {
    await rm(source, { recursive: true, force: true });
  }
}

/** Applies a patch; latin1 keeps its bytes. */
function patchAgent(text: string): AgentAdapter {
  return {
    name: "apply",
    acceptsEndpoint: true,
    run: async (_, io) => {
      const file = join(io.workspace, ".git", "axis-winner.patch");
      await writeFile(file, text, "latin1");
      const applied = io.spawn("git", ["apply", "--whitespace=nowarn", file]);
      io.ready();
      const { code, stderr } = await applied.exit;
      if (code === 0) return { status: "completed", result: "The patch is applied." };
      return { status: "failed", code: "agent", message: `the patch does not apply: ${stderr.trim()}` };
    },
  };
}
