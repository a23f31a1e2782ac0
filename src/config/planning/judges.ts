/** Who answers each question of scoring. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { JudgeSpec, Judging } from "../../core/config.ts";
import { AxisError } from "../../core/error.ts";
import type { Judge } from "../../core/judge.ts";
import { type QuestionId, questionIds } from "../../core/question.ts";
import { rulesJudge } from "../../judges/rules.ts";
import type { z } from "zod";
import { loadModule } from "../module.ts";
import { isJudgeSpec, judgeSpecs } from "../validation/config-rules.ts";
import { sha256 } from "./adapters.ts";

/** A judge, and what tells it from another one in a digest. */
export interface PlannedJudge {
  readonly judge: Judge;
  readonly identity: string;
}

export type PlannedJudges = Readonly<Record<QuestionId, PlannedJudge>>;

type JudgingInput = z.output<typeof Judging>;

/** In order of precedence: the flag, the question's own judge, the first of the list, `rules`. */
export async function planJudges(
  judging: JudgingInput | undefined,
  flag: { readonly judge?: string; readonly folder: string },
  configDir: string,
): Promise<PlannedJudges> {
  const forAll = flag.judge === undefined ? undefined : await judgeOfFlag(flag.judge, flag.folder);
  const found: [QuestionId, PlannedJudge][] = [];
  for (const question of questionIds) {
    const spec = judging?.questions?.[question] ?? judging?.agents?.[0] ?? "rules";
    found.push([question, forAll ?? (await judgeOf(spec, configDir))]);
  }
  return Object.fromEntries(found) as PlannedJudges;
}

function judgeOfFlag(spec: string, folder: string): Promise<PlannedJudge> {
  if (!isJudgeSpec(spec)) {
    throw new AxisError("flag-invalid", `There is no judge ${JSON.stringify(spec)}`, { hint: judgeSpecs });
  }
  return judgeOf(spec, folder);
}

async function judgeOf(spec: JudgeSpec, folder: string): Promise<PlannedJudge> {
  if (spec === "rules") return { judge: rulesJudge, identity: "rules" };
  if (typeof spec !== "string") return { judge: spec, identity: spec.id };
  const file = resolve(folder, spec);
  const namespace = await loadModule(file, { shown: spec });
  const judge = [namespace.default, namespace.judge].find(isJudge);
  if (judge === undefined) {
    const message = `${spec}: neither its default export nor its export \`judge\` is a judge with id and ask`;
    throw new AxisError("config-invalid", message, { hint: "Export a judge: { id, ask(question, context) { ... } }" });
  }
  return { judge, identity: `${judge.id} ${sha256(await readFile(file))}` };
}

function isJudge(value: unknown): value is Judge {
  if (typeof value !== "object" || value === null || !("id" in value) || !("ask" in value)) return false;
  return typeof value.id === "string" && typeof value.ask === "function";
}
