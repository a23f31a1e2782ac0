/** Classifies judge specs: rules, a module, a model, an agent, or a judge in code. */
import type { AgentConfig } from "../core/agent/agent-config.ts";
import { isJudge, JudgeSpec, type ModelJudgeSpec } from "../core/config/config.ts";
import type { Judge } from "../core/judge.ts";
import { type ModelSpec, parseModelSpec } from "../judging/models/model-spec.ts";
import type { ConfigDocument } from "./validation/documents.ts";
import { appendPath, type Location } from "./validation/problem.ts";

export type ClassifiedSpec =
  | { readonly kind: "rules" }
  | { readonly kind: "module"; readonly path: string }
  | { readonly kind: "model"; readonly spec: string | ModelSpec }
  | { readonly kind: "agent"; readonly config: AgentConfig }
  | { readonly kind: "code"; readonly judge: Judge };

/** A string is `rules`, a path that starts with ./ or ../, a model if it contains a slash, or else an agent. */
export function classifySpec(spec: JudgeSpec): ClassifiedSpec {
  if (typeof spec !== "string") return sortObject(spec);
  if (spec === "rules") return { kind: "rules" };
  if (/^\.{1,2}[\\/]/.test(spec)) return { kind: "module", path: spec };
  return spec.includes("/") ? { kind: "model", spec } : { kind: "agent", config: { agent: spec.toLowerCase() } };
}

function sortObject(spec: Exclude<JudgeSpec, string>): ClassifiedSpec {
  if (isJudge(spec)) return { kind: "code", judge: spec };
  if ("provider" in spec) return { kind: "model", spec: modelSpec(spec) };
  return { kind: "agent", config: { ...spec, agent: spec.agent.toLowerCase() } };
}

function modelSpec({ provider, model, base_url, api_key_env, max_output_tokens }: ModelJudgeSpec): ModelSpec {
  return {
    provider,
    model,
    baseUrl: base_url,
    apiKeyEnv: api_key_env,
    maxOutputTokens: max_output_tokens,
  };
}

/** Every spec of `judging`, with its location. Gaps in its lists and incomplete specs are skipped. */
export function listJudgeSpecs(
  judging: ConfigDocument["judging"],
  place: Location,
): { spec: JudgeSpec; at: Location }[] {
  const listed = (key: "agents" | "panel") =>
    (judging?.[key] ?? []).flatMap((spec, index) => [{ spec, at: appendPath(place, key, index) }]);
  const pinned = Object.entries(judging?.questions ?? {}).flatMap(([question, spec]) =>
    JudgeSpec.safeParse(spec).success ? [{ spec, at: appendPath(place, "questions", question) }] : [],
  );
  return [...listed("agents"), ...listed("panel"), ...pinned];
}

/** `provider/model` may refer to a model that the config defines, with its server and its key. */
export function findDescribedSpec(written: string, judging: ConfigDocument["judging"]): JudgeSpec | undefined {
  if (classifySpec(written).kind !== "model") return undefined;
  return listJudgeSpecs(judging, { file: "", path: [] }).find(({ spec }) => {
    const sorted = classifySpec(spec);
    if (sorted.kind !== "model" || typeof sorted.spec === "string") return false;
    const { provider, model } = parseModelSpec(sorted.spec);
    return written === `${provider}/${model}` || written === `${sorted.spec.provider}/${model}`;
  })?.spec;
}
