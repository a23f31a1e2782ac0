/** `axis doctor`: checks this machine and this project, reports what is missing, and says how to fix it. */
import { access, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import pLimit from "p-limit";
import { builtInAgents } from "../../agents/catalog.ts";
import { findConfig, formatConfigFlag } from "../../config/load-config.ts";
import { loadAdapters } from "../../config/plan-agents.ts";
import { createFindings } from "../../config/validation/problem.ts";
import { AxisError, errorMessage } from "../../core/error.ts";
import { formatCount } from "../../core/format-count.ts";
import type { PlannedAgent } from "../../core/plan.ts";
import type { Store } from "../../core/store.ts";
import { endLeftoverProcesses } from "../../process/emergency.ts";
import { formatJson, padWidth, terminalSafe } from "../../report/text/terminal-safe.ts";
import { readProgress } from "../../runner/progress.ts";
import { addJudgeRooms, removeStaleWorkspace } from "../../runner/workspace/workspace.ts";
import type { CliDeps, CommandModule } from "../command.ts";
import { agentFindings, requireAgentsByName, unconfiguredAgentFindings } from "../doctor/agent-findings.ts";
import { type AgentStatus, inspectAgent, type InspectedAgent } from "../doctor/agent-status.ts";
import type { OnlineAnswer } from "../doctor/ask-online.ts";
import { renderAgentTable } from "../doctor/agent-table.ts";
import { collectFindings, type DoctorFinding, note, ok, problem } from "../doctor/finding.ts";
import { loadLocalProject, type LocalProject } from "../doctor/local-project.ts";
import { axisFolderFinding, machineFindings } from "../doctor/machine.ts";
import { objectFindings } from "../doctor/object-findings.ts";
import { askOnline } from "../doctor/online.ts";
import { renderOnlineAnswers } from "../doctor/online-text.ts";
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
Without --online, starts no agent, spends nothing, downloads nothing, and makes no connection. Ends processes and deletes
folders that killed runs left behind.

Examples:
  axis doctor                               this machine and this project
  axis doctor --all                         include built-in agents that are not configured
  axis doctor --online                      ask each configured agent and judge one short question; costs a few tokens
  axis doctor --json                        for programs

Exit codes: 0 everything configured can run; 1 with --online, something did not answer; 2 something cannot run.`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .option("-a, --agent <names>", "also check these agents, separated by commas", parseList)
    .option("--all", "also check all built-in agents")
    .option("--online", "ask each configured agent and judge a short question, and test the object store")
    .option("--json", "print JSON on stdout")
    .option("-c, --config <path>", "config file")
    .addHelpText("after", examples)
    .action((flags: Flags) => act((deps) => doctor(flags, deps)));
};

async function doctor(flags: Flags, deps: CliDeps): Promise<number> {
  const found = await machineFindings(deps);
  const { project, findings, agents: configured = [] } = await inspectProject(flags, deps);
  found.push(...findings);
  const isOnline = flags.online === true;
  found.push(...(await objectFindings({ settings: project?.config.settings?.store, online: isOnline }, deps)));
  const further = await listUnconfiguredAgents(flags, project);
  found.push(...(await unconfiguredAgentFindings(further, deps)));
  const place = project === undefined ? { configDir: deps.cwd, names: [] } : describePlace(project);
  const others = further.map((agent) => ({ ...agent, ...place, configured: false }));
  const agents = [...configured, ...(await inspectAgents(others, deps))];
  const online = isOnline && project !== undefined ? await askOnline(project, configured, deps) : undefined;
  const code = chooseExitCode(found, online ?? []);
  if (flags.json) deps.terminal.out(formatJson({ ok: code === 0, findings: found, agents, online }));
  else printFindings({ findings: found, agents, online: online ?? [] }, deps.terminal);
  return code;
}

function describePlace({ configDir, env }: LocalProject): Pick<InspectedAgent, "configDir" | "names"> {
  return { configDir, names: env.agent };
}

/** What cannot run is worse than what did not answer this time. */
function chooseExitCode(found: readonly DoctorFinding[], online: readonly OnlineAnswer[]): 0 | 1 | 2 {
  if (found.some(({ status }) => status === "problem")) return 2;
  return online.some(({ status }) => status === "failed") ? 1 : 0;
}

/** Agents requested with -a or --all that are not in the config. */
async function listUnconfiguredAgents(flags: Flags, project: LocalProject | undefined): Promise<PlannedAgent[]> {
  const configured = new Set(project?.agents.map(({ config }) => config.agent));
  const asked = [...(flags.agent ?? []), ...(flags.all ? Object.keys(builtInAgents) : [])];
  const names = [...new Set(asked.map((name) => name.toLowerCase()))].filter((name) => !configured.has(name));
  return requireAgentsByName(names, project?.adapters ?? (await loadAdapters([], createFindings(), () => {})));
}

/** Inspects the agents that are programs more closely. */
async function inspectAgents(agents: readonly InspectedAgent[], deps: CliDeps): Promise<AgentStatus[]> {
  const limit = pLimit(probesAtOnce);
  const programs = agents.filter(({ adapter }) => adapter.ready !== undefined);
  return Promise.all(programs.map((agent) => limit(() => inspectAgent(agent, deps))));
}

interface ProjectLook {
  readonly project?: LocalProject;
  /** The configured agents that are programs. */
  readonly agents?: readonly AgentStatus[];
  readonly findings: DoctorFinding[];
}

async function inspectProject(flags: Flags, deps: CliDeps): Promise<ProjectLook> {
  try {
    const { file, others } = await findConfig(deps.cwd, flags.config);
    const configDir = dirname(file);
    const also = others.length === 0 ? "" : `; ignored: ${others.join(", ")}`;
    const project = await loadLocalProject(file, deps.env);
    const agents = await inspectAgents(
      project.agents.map((agent) => ({ ...agent, ...describePlace(project), configured: true })),
      deps,
    );
    const ofAgents = await agentFindings(project, agents, deps);
    return {
      project,
      agents,
      findings: [
        (project.problems.length === 0 ? ok : note)("config", `${relative(deps.cwd, file)}${also}`),
        ...omitRepeated(await projectFindings(project, deps), ofAgents),
        ...ofAgents,
        await axisFolderFinding(configDir),
        ...(await collectFindings("reports", () =>
          reportFindings(openStore(deps, configDir), formatConfigFlag(file, deps.cwd)),
        )),
      ],
    };
  } catch (error) {
    if (!(error instanceof AxisError)) throw error;
    return { findings: [problem("config", error.message, error.hint)] };
  }
}

/** An agent that judges its own runs lacks the same thing twice; it is reported once, as the agent's. */
function omitRepeated(found: readonly DoctorFinding[], ofAgents: readonly DoctorFinding[]): DoctorFinding[] {
  const said = ofAgents.filter(({ status }) => status === "problem").map(({ message }) => `${message}.`);
  return found.filter(({ status, message }) => status !== "problem" || !said.some((text) => message.endsWith(text)));
}

interface Checked {
  readonly findings: readonly DoctorFinding[];
  readonly agents: readonly AgentStatus[];
  readonly online: readonly OnlineAnswer[];
}

function printFindings({ findings, agents, online }: Checked, { out, paint }: Terminal): void {
  const marks = { ok: paint.good("ok     "), problem: paint.bad("PROBLEM"), note: paint.dim("note   ") };
  const shown = [...findings, ...renderOnlineAnswers(online)];
  const width = Math.max(...shown.map(({ topic }) => topic.length));
  const indent = " ".repeat(width + 11);
  for (const { topic, status, message, fix } of shown) {
    const [first = "", ...rest] = terminalSafe(message).split("\n");
    out(`${marks[status]}  ${padWidth(topic, width)}  ${first}`);
    for (const line of rest) out(`${indent}${line}`);
    if (fix !== undefined) out(`${indent}${paint.dim(terminalSafe(fix))}`);
  }
  if (agents.length > 0) ["", ...renderAgentTable(agents, paint)].forEach((line) => out(line));
  out("");
  printSummary({ findings, agents, online }, { out, paint });
}

function printSummary({ findings, agents, online }: Checked, { out, paint }: Pick<Terminal, "out" | "paint">): void {
  const problems = findings.filter(({ status }) => status === "problem").length;
  const silent = online.filter(({ status }) => status === "failed").length;
  const answered = new Set(online.filter(({ status }) => status === "answered").map(({ name }) => name));
  const unconfirmed = agents.filter(
    (agent) => agent.configured && agent.unconfirmed !== undefined && !answered.has(agent.name),
  ).length;
  if (problems > 0)
    return out(
      paint.bad(`${problems === 1 ? "1 problem" : `${problems} problems`}: not everything configured can run.`),
    );
  if (silent > 0)
    return out(paint.bad(`Nothing is missing, but ${silent} of ${silent + answered.size} asked did not answer.`));
  if (unconfirmed > 0)
    return out(`Nothing is missing, but ${formatCount(unconfirmed, "agent")} could not be confirmed.`);
  out(paint.good("Everything configured can run."));
}

/** `formatConfigFlag` is what a command needs to find the same project, such as ` -c other/axis.config.json`. */
async function reportFindings(store: Store, configFlag: string): Promise<DoctorFinding[]> {
  const { reports, unreadable } = await store.listReports();
  const found = [ok("reports", reports.length === 0 ? "none yet" : `${reports.length} readable`)];
  for (const { reportId, why } of unreadable) found.push(note("reports", `${reportId} cannot be read: ${why}`));
  const cutOff = reports.filter(({ state }) => state === "running").map(({ reportId }) => reportId);
  for (const reportId of [...cutOff, ...unreadable.map((report) => report.reportId)])
    found.push(...(await cleanUpReport(store, reportId, configFlag)));
  return found;
}

async function cleanUpReport(store: Store, reportId: string, configFlag: string): Promise<DoctorFinding[]> {
  const runIds = await findUnfinishedRuns(store, reportId);
  if (!Array.isArray(runIds)) return runIds === null ? [] : [runIds];
  const there = await Promise.all(runIds.map(hasWorkspace));
  const workspaces = runIds.filter((_, index) => there[index]);
  const ended = await endLeftoverProcesses(runIds);
  const problems = (await Promise.all(workspaces.map(tryRemoveWorkspace))).filter((why) => why !== null);
  const folders = workspaces.length - problems.length;
  const cleared =
    ended + folders === 0
      ? ""
      : `; ended ${ended === 1 ? "1 process" : `${ended} processes`} and deleted ${formatCount(folders, "folder")} it left behind`;
  return [
    note("reports", `${reportId} was interrupted${cleared}`, `Resume with: axis run --resume ${reportId}${configFlag}`),
    ...problems.map((why) => note("reports", `A folder that ${reportId} left behind could not be deleted: ${why}`)),
  ];
}

/** Returns the ids of runs that started but were never recorded, or a finding if they cannot be determined. */
async function findUnfinishedRuns(store: Store, reportId: string): Promise<string[] | DoctorFinding | null> {
  try {
    await using handle = await store.resumeReport(reportId);
    return await addJudgeRooms(readProgress(handle.steps).unfinished);
  } catch (error) {
    if (!(error instanceof AxisError)) throw error;
    // Without a journal no run was ever started.
    return error.code === "report-unreadable" ? null : note("reports", error.message, error.hint);
  }
}

/** Deletes the folder of a run. Returns the error message, or null on success. */
async function tryRemoveWorkspace(runId: string): Promise<string | null> {
  return await removeStaleWorkspace(runId).then(() => null, errorMessage);
}

async function hasWorkspace(runId: string): Promise<boolean> {
  try {
    await access(join(await realpath(tmpdir()), `axis-${runId}`));
    return true;
  } catch {
    return false; // The folder was deleted, or the whole temporary folder is missing, which is a separate finding.
  }
}
