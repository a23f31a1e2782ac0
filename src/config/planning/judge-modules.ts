/** The modules that judge specs name: each is loaded once, and its problems are reported with all others. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { isJudge, type JudgeSpec } from "../../core/config/config.ts";
import { AxisError } from "../../core/error.ts";
import type { Judge } from "../../core/judge.ts";
import { classifySpec } from "../judge-spec.ts";
import { loadModule } from "../module.ts";
import { type Location, createProblem, type Problem } from "../validation/problem.ts";
import { sha256 } from "./adapters.ts";

/** The judge of a module, and what identifies it in a digest. */
export interface JudgeModule {
  readonly judge: Judge;
  readonly identity: string;
}

export class JudgeModules {
  readonly #opened = new Map<string, Promise<JudgeModule>>();

  /** `folder` is what the path is relative to. */
  open(path: string, folder: string): Promise<JudgeModule> {
    const file = resolve(folder, path);
    const opened = this.#opened.get(file) ?? openModule(file, path);
    this.#opened.set(file, opened);
    return opened;
  }

  /** Every problem of the modules in these specs. */
  async findProblems(
    specs: readonly { readonly spec: JudgeSpec; readonly at: Location }[],
    folder: string,
  ): Promise<Problem[]> {
    const problems: Problem[] = [];
    for (const { spec, at } of specs) {
      const sorted = classifySpec(spec);
      if (sorted.kind !== "module") continue;
      await this.open(sorted.path, folder).catch((error: unknown) => {
        if (!(error instanceof AxisError)) throw error;
        problems.push(createProblem(at, error.message, error.hint));
      });
    }
    return problems;
  }
}

async function openModule(file: string, shown: string): Promise<JudgeModule> {
  const namespace = await loadModule(file, { shown });
  const judge = [namespace.default, namespace.judge].find(isJudge);
  if (judge === undefined) {
    const message = `${shown}: neither its default export nor its export \`judge\` is a judge with id and ask`;
    throw new AxisError("config-invalid", message, { hint: "Export a judge: { id, ask(question, context) { ... } }" });
  }
  return { judge, identity: `${judge.id} ${sha256(await readFile(file))}` };
}
