/** Limits what a caller can see: for a token that is bound to a workspace, rows of other workspaces do not exist. */
import { findRunHead, type RunHead } from "../store/sql/runs/run-head.ts";
import { findRun, type RunRow } from "../store/sql/runs/runs.ts";
import { findWorkspace, listWorkspaces, type WorkspaceRow } from "../store/sql/workspaces.ts";
import type { FilesOf, RunFiles } from "./files/run-files.ts";
import { ApiProblem } from "./problem.ts";
import type { ApiContext, RouteDeps } from "./route-deps.ts";

/** The files of a run whose retention period is over; its row and its score remain. */
const removedFiles: RunFiles = {
  events: async () => "gone",
  artifacts: async () => "gone",
  artifact: async () => "gone",
  patch: async () => "gone",
  log: async () => "gone",
  detail: async () => "gone",
  hasPage: async () => false,
  page: async () => "gone",
  pagePart: async () => "gone",
};

/** The workspace with that slug; throws if it does not exist or the caller may not see it. */
export async function requireVisibleWorkspace(
  c: ApiContext,
  { database }: RouteDeps,
  slug: string,
): Promise<WorkspaceRow> {
  const workspace = await findWorkspace(database, slug);
  const { workspaceId } = c.get("caller");
  if (workspace === undefined || (workspaceId !== null && workspaceId !== workspace.id))
    throw new ApiProblem("workspace-not-found", "Workspace not found");
  return workspace;
}

/** Filters by the named workspace, else by the caller's own; an unbound caller sees all workspaces. */
export async function toWorkspaceFilter(
  c: ApiContext,
  deps: RouteDeps,
  slug: string | undefined,
): Promise<{ workspaceId?: string }> {
  if (slug !== undefined) return { workspaceId: (await requireVisibleWorkspace(c, deps, slug)).id };
  const { workspaceId } = c.get("caller");
  return workspaceId === null ? {} : { workspaceId };
}

/** The caller's workspace id, for queries that accept an optional id. */
export function callerWorkspaceId(c: ApiContext): string | undefined {
  return c.get("caller").workspaceId ?? undefined;
}

/** The head of a run the caller may see. Without its documents, which are too slow to load for most responses. */
export async function requireVisibleRun(c: ApiContext, { database }: RouteDeps, id: string): Promise<RunHead> {
  const run = await findRunHead(database, id, callerWorkspaceId(c));
  if (run === undefined) throw runNotFoundProblem();
  return run;
}

/** The same with every column of the row. */
export async function requireVisibleRow(c: ApiContext, { database }: RouteDeps, id: string): Promise<RunRow> {
  const run = await findRun(database, id, callerWorkspaceId(c));
  if (run === undefined) throw runNotFoundProblem();
  return run;
}

export function runNotFoundProblem(): ApiProblem {
  return new ApiProblem("run-not-found", "Run not found");
}

/** The slug of a workspace by its id. */
export async function findSlug({ database, slugs }: RouteDeps, workspaceId: string): Promise<string> {
  if (!slugs.has(workspaceId)) for (const { id, slug } of await listWorkspaces(database)) slugs.set(id, slug);
  return slugs.get(workspaceId) ?? workspaceId;
}

/** Chooses where to read the files of a run, by default those of the attempt that counts. */
export function locateFiles(
  { localFiles, storedFiles }: RouteDeps,
  run: RunHead,
  attempt = run.attempt,
): { files: RunFiles; of: FilesOf } {
  const start = attempt === run.attempt ? run.transcript_start : 0;
  const of = { runId: run.id, attempt, reportId: run.report_id, file: run.file, start };
  // A diff is kept as long as its run.
  const stored = run.files_removed_at === null ? storedFiles : { ...removedFiles, patch: storedFiles.patch };
  const isInReport = run.report_id !== null && run.status === "finished" && attempt === run.attempt;
  return { files: isInReport && localFiles !== undefined ? withStoredFallback(localFiles, stored) : stored, of };
}

/** Files of a run that this process made: in its report, or still in the database until the report has them. */
export function withStoredFallback(report: RunFiles, stored: RunFiles): RunFiles {
  /** Files that are not in the database are treated as deleted together with the report. */
  async function isStored(run: FilesOf): Promise<boolean> {
    const some = await stored.events(run, { after: -1, limit: 1 });
    return some !== "gone" && some.length > 0;
  }

  async function either<T>(run: FilesOf, read: (files: RunFiles) => Promise<T | "gone">): Promise<T | "gone"> {
    const found = await read(report);
    if (found !== "gone") return found;
    // Files that have left the database may be in the report by now.
    return await read((await isStored(run)) ? stored : report);
  }

  return {
    events: (run, part) => either(run, (files) => files.events(run, part)),
    artifacts: (run) => either(run, (files) => files.artifacts(run)),
    artifact: (run, path) => either(run, (files) => files.artifact(run, path)),
    async patch(run) {
      const found = await report.patch(run);
      // The patch is kept longer than the transcript, so the database is checked without looking for events.
      return found === "gone" ? ((await stored.patch(run)) ?? "gone") : found;
    },
    log: (run, log) => either(run, (files) => files.log(run, log)),
    detail: (run) => either(run, (files) => files.detail(run)),
    hasPage: async (run) => (await report.hasPage(run)) || (await stored.hasPage(run)),
    page: (run) => either(run, (files) => files.page(run)),
    pagePart: (run, part) => either(run, (files) => files.pagePart(run, part)),
  };
}
