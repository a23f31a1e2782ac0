/** Finds the shards that a command names, and makes sure that they are parts of the same plan. */
import { relative, resolve } from "node:path";
import { AxisError } from "../../core/error.ts";
import { isFolder } from "../../core/files/path-kind.ts";
import { formatCount } from "../../core/format-count.ts";
import { canonicalJson } from "../../core/json.ts";
import type { PlanDocument } from "../../core/plan.ts";
import { documentChanges } from "../../core/plan/plan-document.ts";
import type { StoredShard } from "../../evaluate/merge-shards.ts";
import { formatShard } from "../../report/text/render-shards.ts";
import { readProgress } from "../../runner/progress.ts";
import { reportFolder } from "../../store/paths.ts";
import { findReportFolders, readReportFolder } from "../../store/report-folder.ts";
import type { CliDeps } from "../command.ts";
import type { Project } from "../project.ts";

/** A shard, with the folder it was read from as people write it. */
interface FoundShard extends StoredShard {
  readonly place: string;
}

/** The shards in order. `names` are ids of reports, their folders, or folders that hold such folders. */
export async function readShards(
  names: readonly string[],
  project: Project,
  { cwd }: CliDeps,
): Promise<[FoundShard, ...FoundShard[]]> {
  const found = await Promise.all(names.map((name) => findFolders(name, project, cwd)));
  const folders = [...new Set(found.flat())];
  const shards = await Promise.all(folders.map((folder) => readShard(folder, relative(cwd, folder) || ".")));
  const [first, ...rest] = shards.toSorted((a, b) => a.plan.shard.number - b.plan.shard.number);
  if (first === undefined) throw new AxisError("report-missing", "No reports to merge");
  requireDifferentShards([first, ...rest]);
  requireSamePlan(first, rest);
  return [first, ...rest];
}

async function findFolders(name: string, { store, configDir }: Project, cwd: string): Promise<string[]> {
  const folder = resolve(cwd, name);
  if (!(await isFolder(folder))) return [reportFolder(configDir, (await store.readReport(name)).reportId)];
  const reports = await findReportFolders(folder);
  if (reports.length > 0) return reports;
  throw new AxisError("report-missing", `There is no report in ${name}`, {
    hint: "Name folders of reports, such as .axis/reports/<reportId>, or a folder that holds them",
  });
}

async function readShard(folder: string, place: string): Promise<FoundShard> {
  const stored = await readReportFolder(folder);
  const { plan } = readProgress(stored.steps);
  if (plan?.shard !== undefined) return { ...stored, plan: { ...plan, shard: plan.shard }, place };
  throw new AxisError("flag-invalid", `${place} is the report of a whole run, not of a shard`, {
    hint: "Make shards with: axis run --shard <i/n>",
  });
}

function describePlace({ plan, place }: FoundShard): string {
  return `${formatShard(plan.shard)} (${place})`;
}

function requireDifferentShards(shards: readonly FoundShard[]): void {
  for (const [index, shard] of shards.entries()) {
    const twin = shards[index + 1];
    if (twin === undefined || twin.plan.shard.number !== shard.plan.shard.number) continue;
    throw new AxisError(
      "flag-invalid",
      `There are two reports of ${formatShard(shard.plan.shard)}: ${shard.place} and ${twin.place}`,
      {
        hint: "Name one report of each shard",
      },
    );
  }
}

/** The first shard is as good as any to compare with. */
function requireSamePlan(first: FoundShard, rest: readonly FoundShard[]): void {
  const lines = rest.flatMap((shard) => {
    const differences = listDifferences(first, shard);
    return differences.length === 0 ? [] : [`${describePlace(shard)}:`, ...differences.map((line) => `  ${line}`)];
  });
  if (lines.length === 0) return;
  const message = `Not all shards are of the plan of ${describePlace(first)}:\n${lines.map((line) => `  ${line}`).join("\n")}`;
  throw new AxisError("plan-changed", message, { hint: "Run all shards from the same commit, with the same flags" });
}

/** Everything that one report can have only once. */
function listDifferences(first: FoundShard, other: FoundShard): string[] {
  const [was, is] = [first.plan, other.plan];
  const changes = documentChanges(was, is);
  if (was.shard.count !== is.shard.count)
    changes.push(`The plan was split into ${formatCount(is.shard.count, "part")}`);
  if (changes.length === 0 && isUnlike(was.shard.cells, is.shard.cells))
    changes.push("Other scenarios, agents or trials were selected");
  const flags: readonly [string, (plan: PlanDocument) => unknown][] = [
    ["--seed", ({ seed }) => seed],
    ["--until", ({ until }) => until],
    ["--script", ({ script }) => script?.sha256],
    ["--skip-broken", ({ leftOut }) => leftOut],
  ];
  for (const [flag, read] of flags)
    if (changes.length === 0 && isUnlike(read(was), read(is))) changes.push(`It differs by ${flag}`);
  if (isUnlike(first.report.gate, other.report.gate)) changes.push("The gate changed");
  const [commit, now] = [first.report.revision?.commit, other.report.revision?.commit];
  if (commit !== now)
    changes.push(`It was made from ${now === undefined ? "no known commit" : `commit ${now.slice(0, 12)}`}`);
  return changes;
}

function isUnlike(a: unknown, b: unknown): boolean {
  return canonicalJson(a ?? null) !== canonicalJson(b ?? null);
}
