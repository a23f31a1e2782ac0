/** What AXIS keeps of a competition beside its report: how it started, and which branches it made. */
import { appendFile, mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { AxisError, systemCode } from "../../core/error.ts";
import { isFile } from "../../core/files/path-kind.ts";
import { replaceFile } from "../../core/files/write-file.ts";
import { joinInside } from "../../core/paths/inside.ts";
import { CompetitionBranch, CompetitionPick, CompetitionRank, DuelPreference } from "../../core/report/competition.ts";

/** What the command asked for; resuming asks for it again. */
const CompetitionWishes = z.object({
  scenario: z.array(z.string()),
  agent: z.array(z.string()).optional(),
  trials: z.number().int().optional(),
  until: z.literal("decided").optional(),
  judge: z.string().optional(),
  concurrency: z.number().int().optional(),
  budgetUsd: z.number().optional(),
  budgetTokens: z.number().optional(),
  /** Minutes. */
  deadline: z.number().optional(),
  allowUnknownCost: z.literal(true).optional(),
});
export type CompetitionWishes = z.infer<typeof CompetitionWishes>;

export const CompetitionRecord = z.object({
  id: z.string(),
  /** Null until the report is open. */
  reportId: z.string().nullable(),
  startedAt: z.string(),
  base: z.object({ commit: z.string(), ref: z.string() }),
  isDirty: z.boolean(),
  rank: CompetitionRank,
  concurrency: z.number().int(),
  agents: z.array(z.string()),
  /** Planned runs of each agent. */
  runs: z.number().int(),
  trials: z.number().int(),
  scenarios: z.array(z.string()),
  requiresProof: z.boolean(),
  /** With --until decided: after how many trials AXIS looks at the competition. */
  looks: z.array(z.number().int()).optional(),
  wishes: CompetitionWishes,
  pick: CompetitionPick.optional(),
});
export type CompetitionRecord = z.infer<typeof CompetitionRecord>;

/** What a judge said of two patches in one order. */
const KeptReply = z.object({
  judge: z.string(),
  oneRunId: z.string(),
  otherRunId: z.string(),
  order: z.enum(["one-first", "other-first"]),
  preference: DuelPreference,
  reason: z.string(),
  /** Null: unknown. Absent: nothing. */
  costUsd: z.number().nullable().optional(),
});
export type KeptReply = z.infer<typeof KeptReply>;

const recordName = "competition.json";
const branchesName = "branches.ndjson";
const repliesName = "duels.ndjson";

export class CompetitionFolder {
  readonly path: string;

  constructor(
    configDir: string,
    readonly id: string,
  ) {
    this.path = joinInside(competitionsFolder(configDir), id);
  }

  /** The base as a git repository, while the competition runs. */
  get baseFolder(): string {
    return join(this.path, "base.git");
  }

  /** The winner's patch, of one scenario if there are several. */
  patchFile(scenario?: string): string {
    return join(this.path, scenario === undefined ? "winner.patch" : `winner-${scenario}.patch`);
  }

  async write(record: CompetitionRecord): Promise<void> {
    await mkdir(this.path, { recursive: true });
    await replaceFile(join(this.path, recordName), `${JSON.stringify(record, null, 2)}\n`);
  }

  async read(): Promise<CompetitionRecord> {
    return CompetitionRecord.parse(JSON.parse(await readFile(join(this.path, recordName), "utf8")));
  }

  async addBranch(branch: CompetitionBranch): Promise<void> {
    await appendFile(join(this.path, branchesName), `${JSON.stringify(branch)}\n`);
  }

  /** The branches by name; of two attempts at a run, the later one. */
  async listBranches(): Promise<CompetitionBranch[]> {
    const branches = await this.#readLines(branchesName, CompetitionBranch);
    return [...new Map(branches.map((branch) => [branch.branch, branch])).values()];
  }

  async addReply(reply: KeptReply): Promise<void> {
    await appendFile(join(this.path, repliesName), `${JSON.stringify(reply)}\n`);
  }

  async listReplies(): Promise<KeptReply[]> {
    return await this.#readLines(repliesName, KeptReply);
  }

  /** A line that a kill cut off does not count. */
  async #readLines<T>(name: string, schema: z.ZodType<T>): Promise<T[]> {
    const text = (await readFile(join(this.path, name), "utf8").catch(ignoreMissing)) ?? "";
    return text.split("\n").flatMap((line) => {
      const read = schema.safeParse(parseLine(line));
      return read.success ? [read.data] : [];
    });
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function ignoreMissing(error: unknown): undefined {
  if (systemCode(error) !== "ENOENT") throw error;
  return undefined;
}

function competitionsFolder(configDir: string): string {
  return joinInside(configDir, ".axis", "competitions");
}

/** The ids of all competitions, newest first. One that was killed before it had a record never began. */
export async function listCompetitions(configDir: string): Promise<string[]> {
  const folder = competitionsFolder(configDir);
  const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
  const began = await Promise.all(names.map((name) => isFile(join(folder, name, recordName))));
  return names
    .filter((name, index) => name.startsWith("cmp_") && began[index])
    .toSorted()
    .toReversed();
}

/** Finds a competition by its id, the start or the end of one, or "latest". */
export async function openCompetition(configDir: string, wanted: string): Promise<CompetitionFolder> {
  const ids = await listCompetitions(configDir);
  const lower = wanted.toLowerCase();
  const isMeant = (id: string) => id.toLowerCase().startsWith(lower) || id.toLowerCase().endsWith(lower);
  const found = wanted === "latest" ? ids.slice(0, 1) : ids.filter(isMeant);
  const [id] = found;
  if (id !== undefined && found.length === 1) return new CompetitionFolder(configDir, id);
  const message = found.length > 1 ? `"${wanted}" fits several competitions` : `There is no competition "${wanted}"`;
  const newest = ids[0] === undefined ? "Start one with: axis compete <scenario> -a a,b" : `The newest is ${ids[0]}`;
  throw new AxisError("report-missing", message, { hint: newest });
}
