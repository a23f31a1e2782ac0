/** The manifest of a bundle: which project it belongs to, what can be run, and how the runs are scored. */
import { z } from "zod";
import { RetentionSettings } from "../../core/config/store-settings.ts";
import { CompetitionRecord } from "../../evaluate/compete/competition-record.ts";
import { findPathProblem } from "./bundle-path.ts";

/** The path of the manifest inside a bundle. */
export const manifestPath = ".axis/bundle.json";

const name = z.string().min(1).max(500);

export const BundleManifest = z.strictObject({
  version: z.literal(1),
  /** Slug of the workspace. */
  workspace: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,62}$/),
  /** The name shown to people. */
  title: z.string().min(1).max(200),
  /** The config file, relative to the bundle. It is executed, so it must lie inside. */
  config: name.refine((path) => findPathProblem(path) === null),
  /** What the command line changed about the plan. */
  request: z.strictObject({
    noScore: z.literal(true).optional(),
    judge: z.string().optional(),
    cache: z.literal(false).optional(),
    dataOnly: z.literal(true).optional(),
    install: z.literal(false).optional(),
  }),
  /** The competition that the runs belong to; the bundle has its base. */
  competition: CompetitionRecord.pick({
    id: true,
    startedAt: true,
    base: true,
    rank: true,
    concurrency: true,
    agents: true,
    runs: true,
    trials: true,
    scenarios: true,
  }).optional(),
  /** How long runs and their files are kept. */
  retention: RetentionSettings.optional(),
  agents: z.array(z.strictObject({ name, agent: name, model: z.string().nullable() })).max(1_000),
  scenarios: z.record(
    z.string(),
    z.strictObject({
      hash: name,
      /** How long runs and their files are kept. */
      retention: RetentionSettings.optional(),
      agents: z.array(name),
      /** The longest time one run of this scenario may take. */
      longestSeconds: z.number().positive(),
    }),
  ),
});
export type BundleManifest = z.infer<typeof BundleManifest>;
