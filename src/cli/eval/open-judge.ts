/** The model that judged metrics ask, from what `--judge` names. */
import { resolve } from "node:path";
import { isModule, loadDefault } from "../../config/module.ts";
import { AxisError } from "../../core/error.ts";
import type { Model } from "../../core/model.ts";
import type { CliWorld } from "../command.ts";

/** A module of the project whose default export is a model: `{ id, ask(question, options) }`. */
export async function openJudge(spec: string | undefined, world: CliWorld): Promise<Model | undefined> {
  if (spec === undefined) return undefined;
  if (!isModule(spec))
    throw new AxisError("flag-invalid", `--judge ${spec}: there is no such judge`, {
      hint: "Name a module whose default export is a model, such as ./model.mjs",
    });
  const exported = await loadDefault(resolve(world.cwd, spec), { shown: spec });
  if (isModel(exported)) return exported;
  throw new AxisError("flag-invalid", `--judge ${spec}: its default export is no model`, {
    hint: "Export { id, ask(question, options) { ... } }",
  });
}

function isModel(value: unknown): value is Model {
  return (
    typeof value === "object" &&
    value !== null &&
    "id" in value &&
    typeof value.id === "string" &&
    "ask" in value &&
    typeof value.ask === "function"
  );
}
