/** Rules for configs that the schema cannot express. They look only at parts that have the right shape. */
import { AxisError } from "../../core/error.ts";
import { findServiceProblem } from "../../core/config/services.ts";
import { defaultWeights } from "../../core/score/weights.ts";
import { parseModelSpec } from "../../judging/models/model-spec.ts";
import type { ConfigDocument } from "./documents.ts";
import { classifySpec, listJudgeSpecs } from "../judge-spec.ts";
import { appendPath, createProblem, type Location, type Problem } from "./problem.ts";
import { sourceProblem } from "../skills/source.ts";
import { isOutsideFolder, outsideProblem } from "./check-rules.ts";
import { isSecretLike } from "./plain-values.ts";
import { readValueAt } from "./schema-words.ts";
import { actionProblems, copySourceProblems, gateProblems } from "./scenario-rules.ts";
import { serverProblems } from "./server-rules.ts";

const tolerance = 0.01 + 1e-9;

/** Every problem of a config that can be found without other files. `raw` is everything that was written, valid or not. */
export function configProblems(config: Partial<ConfigDocument>, place: Location, raw: unknown): Problem[] {
  return [
    ...weightsProblems(config.settings?.scoring_weights, appendPath(place, "settings", "scoring_weights"), raw),
    ...gateProblems(config.settings?.gates ?? [], appendPath(place, "settings", "gates")),
    ...serviceProblems(config.settings?.services ?? [], appendPath(place, "settings", "services")),
    ...envProblems(config.env, appendPath(place, "env")),
    ...judgingProblems(config.judging, appendPath(place, "judging")),
    ...serverProblems(config.mcp_servers ?? {}, appendPath(place, "mcp_servers")),
    ...(config.skills ?? []).flatMap((source, index) => sourceProblem(source, appendPath(place, "skills", index))),
    ...(config.artifacts ?? []).flatMap((pattern, index) =>
      isOutsideFolder(pattern) ? [outsideProblem(pattern, appendPath(place, "artifacts", index), "the workspace")] : [],
    ),
    ...(["beforeAll", "afterAll"] as const).flatMap((phase) => [
      ...actionProblems(config[phase] ?? [], appendPath(place, phase), "the config directory"),
      ...copySourceProblems(config[phase] ?? [], appendPath(place, phase), "the config directory"),
    ]),
  ];
}

/** A margin between 0 and half a point was most likely meant as a share. */
export function configWarnings({ settings }: Partial<ConfigDocument>, place: Location): string[] {
  return [...marginWarnings(settings, place), ...correctionWarnings(settings, place)];
}

/** Labels from people say pass or fail, so they correct only pass rates. */
function correctionWarnings(settings: ConfigDocument["settings"], { file }: Location): string[] {
  const { corrected, metric } = settings?.verdict ?? {};
  if (corrected !== true || metric === "pass") return [];
  return [`${file}  settings.verdict.corrected: It only works with "metric": "pass", and has no effect here.`];
}

function marginWarnings(settings: ConfigDocument["settings"], { file }: Location): string[] {
  return (["margin", "pass_margin"] as const).flatMap((key) => {
    const margin = settings?.verdict?.[key];
    if (margin === undefined || margin === 0 || margin >= 0.5) return [];
    return [
      `${file}  settings.verdict.${key}: The unit is points; ${margin} points is less than rounding. Write 3 for 3 points.`,
    ];
  });
}

/** The four weights, with defaults for those omitted, must sum to 1. If one of them is invalid, the sum is unknown. */
function weightsProblems(
  sound: NonNullable<ConfigDocument["settings"]>["scoring_weights"],
  place: Location,
  raw: unknown,
): Problem[] {
  const written = Object.keys(readValueAt(raw, place.path) ?? {});
  if (sound === undefined || written.length > Object.keys(sound).length) return [];
  const sum = Object.values({ ...defaultWeights, ...sound }).reduce((total, weight) => total + weight, 0);
  const off = Math.abs(sum - 1);
  if (off <= tolerance) return [];
  const message = `The four weights sum to ${sum.toFixed(3)}; they must sum to 1.0 (0.99 to 1.01).`;
  return [createProblem(place, message, `${sum < 1 ? "Raise" : "Lower"} one of them by ${off.toFixed(3)}.`)];
}

function serviceProblems(names: readonly string[], place: Location): Problem[] {
  return names.flatMap((name, index) => {
    const problem = findServiceProblem(name);
    return problem === null ? [] : [createProblem(appendPath(place, index), problem.message, problem.suggestion)];
  });
}

/** Only names are allowed. Text that is not a name may be a value, so it is not repeated. */
function envProblems(env: ConfigDocument["env"], place: Location): Problem[] {
  if (env === undefined) return [];
  const lists = Array.isArray(env)
    ? [{ names: env, at: place }]
    : Object.entries(env).map(([child, names]) => ({ names, at: appendPath(place, child) }));
  return lists.flatMap(({ names, at }) =>
    names.flatMap((name, index) => {
      if (!isVariableName(name)) return [variableProblem(appendPath(at, index))];
      return axisVariables.has(name) ? [ownProblem(appendPath(at, index), name)] : [];
    }),
  );
}

/** Variables that AXIS sets for scripts. An AXIS inside an AXIS finds them set, and an agent must not learn where its rubric is. */
const axisVariables = new Set(
  ["PHASE", "WORKSPACE", "CONFIG_DIR", "OUTPUT", "AGENT", "MODEL", "SCENARIO", "VARIANT", "TRIAL", "REPORT_DIR"]
    .concat("TOTAL", "COMPLETED", "FAILED", "DURATION_MS")
    .map((name) => `AXIS_${name}`),
);

function ownProblem(place: Location, name: string): Problem {
  return createProblem(place, `AXIS sets ${name} itself, for scripts and never for agents.`, "Remove it.");
}

function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !isSecretLike(name);
}

function variableProblem(place: Location): Problem {
  const suggestion = "Write the name of a variable, such as MY_API_KEY; set its value in the environment.";
  return createProblem(place, "This is not the name of an environment variable. Names only, never values.", suggestion);
}

/** Problems of judges that can be found without the adapters: providers, addresses, names of keys. */
function judgingProblems(judging: ConfigDocument["judging"], place: Location): Problem[] {
  return listJudgeSpecs(judging, place).flatMap(({ spec, at }) => {
    const sorted = classifySpec(spec);
    if (sorted.kind !== "model") return [];
    const key = typeof sorted.spec === "string" ? undefined : sorted.spec.apiKeyEnv;
    if (key !== undefined && !isVariableName(key)) return [variableProblem(appendPath(at, "api_key_env"))];
    return modelProblems(sorted.spec, at);
  });
}

function modelProblems(spec: Parameters<typeof parseModelSpec>[0], at: Location): Problem[] {
  try {
    parseModelSpec(spec);
    return [];
  } catch (error) {
    if (!(error instanceof AxisError)) throw error;
    return [createProblem(at, error.message.endsWith("?") ? error.message : `${error.message}.`, error.hint)];
  }
}
