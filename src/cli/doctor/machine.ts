/** Checks what this machine offers: Node, git, writable folders, and a way to contain an agent's processes. */
import { access, constants, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { errorMessage, systemCode } from "../../core/error.ts";
import { findProgram } from "../../process/find-program.ts";
import { runProgram } from "../../process/run-program.ts";
import { type TrackingMeans, openScope } from "../../process/scope.ts";
import { newRunId } from "../../runner/run-id.ts";
import { axisFolder } from "../../store/paths.ts";
import { temporaryFolderHint, findTemporaryFolderProblem } from "../../runner/workspace/temporary-folder.ts";
import type { CliDeps } from "../command.ts";
import { sandboxFindings } from "./sandbox.ts";
import { type DoctorFinding, note, ok, problem } from "./finding.ts";

export async function machineFindings(deps: CliDeps): Promise<DoctorFinding[]> {
  const obstacle = await findTemporaryFolderProblem();
  if (obstacle !== null)
    return [checkNode(), await checkNpx(deps), problem("temporary folder", obstacle, temporaryFolderHint)];
  const home = await mkdtemp(join(tmpdir(), "axis-doctor-"));
  try {
    const scope = { runId: newRunId(deps.now()), home };
    return [
      checkNode(),
      await checkGit(deps, scope),
      await checkNpx(deps),
      ok("temporary folder", `${tmpdir()} is writable`),
      describeProcessMeans((await openScope(scope)).means),
      ...(await sandboxFindings()),
    ];
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Checks whether AXIS can write its reports beside a config. */
export async function axisFolderFinding(configDir: string): Promise<DoctorFinding> {
  for (let folder = axisFolder(configDir); ; folder = dirname(folder)) {
    const reason = await whyNotWritable(folder);
    if (reason === null) return ok(".axis", "is writable");
    if (reason !== "ENOENT" || folder === configDir)
      return problem(".axis", `${folder} is not writable: ${reason}`, "Give this user write access to it");
  }
}

async function whyNotWritable(folder: string): Promise<string | null> {
  try {
    await access(folder, constants.W_OK);
    return (await stat(folder)).isDirectory() ? null : "it is not a folder";
  } catch (error) {
    return systemCode(error) ?? errorMessage(error);
  }
}

const processMeansText: Readonly<Record<TrackingMeans, string>> = {
  cgroup: "a control group and inherited marks find the processes of a run",
  marker: "inherited marks find the processes of a run, even if they leave their group and clear their environment",
  group: "the processes of a run are ended by process group; one that leaves its group can outlive its run",
};

/** No means is complete without a sandbox, so this is always a note. */
function describeProcessMeans(means: TrackingMeans): DoctorFinding {
  if (means === "group") return note("processes", processMeansText[means]);
  const gap =
    process.geteuid?.() === 0
      ? "as root, one can remove the marks and outlive its run"
      : "one that systemd, cron or a container engine starts for the agent can outlive it";
  return note("processes", `${processMeansText[means]}; ${gap}`);
}

/** AXIS does not start on an unsupported Node version, so this one is fine. */
function checkNode(): DoctorFinding {
  return ok("Node", process.versions.node);
}

async function checkGit({ env, cwd }: CliDeps, marker: { runId: string; home: string }): Promise<DoctorFinding> {
  const { PATH } = env;
  const path: Record<string, string> = PATH === undefined ? {} : { PATH };
  const program = await findProgram("git", path, cwd);
  if (program === null)
    return note("git", "was not found on PATH; only remote libraries and skills need it", "Install git");
  await using scope = await openScope(marker);
  const given = { ...path, HOME: marker.home };
  const { stdout, exit } = await runProgram(scope, {
    program,
    args: ["--version"],
    cwd,
    env: given,
    timeoutMs: 10_000,
  });
  if (exit.code === 0) return ok("git", stdout.trim().replace(/^git version /, ""));
  return note("git", `${program} does not work; only remote libraries and skills need it`, "Install git");
}

/** npx is not started: asking for its version takes longer than all other checks together. */
async function checkNpx({ env: { PATH }, cwd }: CliDeps): Promise<DoctorFinding> {
  const program = await findProgram("npx", PATH === undefined ? {} : { PATH }, cwd);
  if (program !== null) return ok("npx", "found; it runs agent programs that are not installed");
  return note("npx", "was not found on PATH; only agent programs that are not installed need it", "Install npm");
}
