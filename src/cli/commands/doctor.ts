/** `axis doctor`: checks this machine and this project, reports what is missing, and says how to fix it. */
import { dirname, relative } from "node:path";
import pLimit from "p-limit";
import { formatConfigFlag, findConfig } from "../../config/load-config.ts";
import { loadAdapters } from "../../config/planning/adapters.ts";
import { createFindings } from "../../config/validation/problem.ts";
import { builtInAgents } from "../../agents/catalog.ts";
import { AxisError } from "../../core/error.ts";
import type { PlannedAgent } from "../../core/plan.ts";
import { formatJson, padWidth, terminalSafe } from "../../report/text/terminal-safe.ts";
import type { CliDeps, CommandModule } from "../command.ts";
import { agentFindings, requireAgentsByName, unconfiguredAgentFindings } from "../doctor/agent-findings.ts";
import { type AgentStatus, inspectAgent } from "../doctor/agent-status.ts";
import { renderAgentTable } from "../doctor/agent-table.ts";
import { type Finding, note, ok, problem, collectFindings } from "../doctor/finding.ts";
import { reportFindings } from "../doctor/leftovers.ts";
import { type LocalProject, loadLocalProject } from "../doctor/local-project.ts";
import { axisFolderFinding, machineFindings } from "../doctor/machine.ts";
import { objectFindings } from "../doctor/object-findings.ts";
import { projectFindings } from "../doctor/project-findings.ts";
import { parseList } from "../options.ts";
import { openStore } from "../project.ts";
import type { Terminal } from "../terminal.ts";

/** How many programs are asked for their version at the same time. */
const probesAtOnce = 4;

interface Flags {
  readonly agent?: string[];
  readonly all?: true;
  readonly online?: true;
  readonly json?: true;
  readonly config?: string;
}

const examples = `
Starts no agent, spends nothing, downloads nothing, and makes no connection without --online. Ends processes and deletes
folders that killed runs left behind.

Examples:
  axis doctor                               this machine and this project
  axis doctor --all                         include built-in agents that are not configured
  axis doctor --json                        for programs

Exit codes: 0 everything configured can run; 2 something cannot.`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .option("-a, --agent <names>", "also check these agents, separated by commas", parseList)
    .option("--all", "also check all built-in agents")
    .option("--online", "also test whether the object store can write and read files")
    .option("--json", "print JSON on stdout")
    .option("-c, --config <path>", "config file")
    .addHelpText("after", examples)
    .action((flags: Flags) => act((world) => doctor(flags, world)));
};

async function doctor(flags: Flags, world: CliDeps): Promise<number> {
  const found = await machineFindings(world);
  const { project, findings } = await inspectProject(flags, world);
  found.push(...findings);
  const store = { settings: project?.config.settings?.store, online: flags.online === true };
  found.push(...(await objectFindings(store, world)));
  const further = await listUnconfiguredAgents(flags, project);
  found.push(...(await unconfiguredAgentFindings(further, world)));
  const agents = await inspectAgents(project, further, world);
  const problems = found.filter(({ status }) => status === "problem").length;
  if (flags.json) world.terminal.out(formatJson({ ok: problems === 0, findings: found, agents }));
  else printFindings(found, agents, world.terminal);
  return problems === 0 ? 0 : 2;
}

/** Agents requested with -a or --all that are not in the config. */
async function listUnconfiguredAgents(flags: Flags, project: LocalProject | undefined): Promise<PlannedAgent[]> {
  const configured = new Set(project?.agents.map(({ config }) => config.agent));
  const asked = [...(flags.agent ?? []), ...(flags.all ? Object.keys(builtInAgents) : [])];
  const names = [...new Set(asked.map((name) => name.toLowerCase()))].filter((name) => !configured.has(name));
  return requireAgentsByName(names, project?.adapters ?? (await loadAdapters([], createFindings(), () => {})));
}

/** Inspects the agents that are programs more closely. */
async function inspectAgents(
  project: LocalProject | undefined,
  further: readonly PlannedAgent[],
  world: CliDeps,
): Promise<AgentStatus[]> {
  const asked = [
    ...(project?.agents ?? []).map((agent) => ({ ...agent, configured: true })),
    ...further.map((agent) => ({ ...agent, configured: false })),
  ].filter(({ adapter }) => adapter.ready !== undefined);
  const limit = pLimit(probesAtOnce);
  const configDir = project?.configDir ?? world.cwd;
  return Promise.all(asked.map((agent) => limit(() => inspectAgent({ ...agent, configDir }, world))));
}

interface ProjectLook {
  readonly project?: LocalProject;
  readonly findings: Finding[];
}

async function inspectProject(flags: Flags, world: CliDeps): Promise<ProjectLook> {
  try {
    const { file, others } = await findConfig(world.cwd, flags.config);
    const configDir = dirname(file);
    const also = others.length === 0 ? "" : `; ignored: ${others.join(", ")}`;
    const project = await loadLocalProject(file, world.env);
    return {
      project,
      findings: [
        (project.findings.problems.length === 0 ? ok : note)("config", `${relative(world.cwd, file)}${also}`),
        ...(await projectFindings(project, world)),
        ...(await agentFindings(project, world)),
        await axisFolderFinding(configDir),
        ...(await collectFindings("reports", () => reportFindings(openStore(world, configDir), formatConfigFlag(file, world.cwd)))),
      ],
    };
  } catch (error) {
    if (!(error instanceof AxisError)) throw error;
    return { findings: [problem("config", error.message, error.hint)] };
  }
}

function printFindings(findings: readonly Finding[], agents: readonly AgentStatus[], { out, paint }: Terminal): void {
  const marks = { ok: paint.good("ok     "), problem: paint.bad("PROBLEM"), note: paint.dim("note   ") };
  const width = Math.max(...findings.map(({ topic }) => topic.length));
  const indent = " ".repeat(width + 11);
  for (const { topic, status, message, fix } of findings) {
    const [first = "", ...rest] = terminalSafe(message).split("\n");
    out(`${marks[status]}  ${padWidth(topic, width)}  ${first}`);
    for (const line of rest) out(`${indent}${line}`);
    if (fix !== undefined) out(`${indent}${paint.dim(terminalSafe(fix))}`);
  }
  if (agents.length > 0) ["", ...renderAgentTable(agents, paint)].forEach((line) => out(line));
  const problems = findings.filter(({ status }) => status === "problem").length;
  out("");
  if (problems === 0) out(paint.good("Everything configured can run."));
  else out(paint.bad(`${problems === 1 ? "1 problem" : `${problems} problems`}: not everything configured can run.`));
}
