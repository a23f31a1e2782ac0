/** Rules for configs that the schema cannot express. They look only at parts that have the right shape. */
import { AxisError } from "../../core/error.ts";
import { defaultWeights } from "../../core/score/weights.ts";
import { parseModelSpec } from "../../models/model-spec.ts";
import type { ConfigDocument } from "./documents.ts";
import { sortSpec, specsIn } from "../judge-spec.ts";
import { below, problemAt, type Place, type Problem } from "./problem.ts";
import { sourceProblem } from "../skills/source.ts";
import { leavesFolder, outsideProblem } from "./check-rules.ts";
import { looksSecret } from "./plain-values.ts";
import { valueAt } from "./schema-words.ts";
import { actionProblems, copySourceProblems, gateProblems } from "./scenario-rules.ts";
import { serverProblems } from "./server-rules.ts";

const tolerance = 0.01 + 1e-9;

/** Every problem of a config that can be found without other files. `raw` is everything that was written, valid or not. */
export function configProblems(config: Partial<ConfigDocument>, place: Place, raw: unknown): Problem[] {
  return [
    ...weightsProblems(config.settings?.scoring_weights, below(place, "settings", "scoring_weights"), raw),
    ...gateProblems(config.settings?.gates ?? [], below(place, "settings", "gates")),
    ...envProblems(config.env, below(place, "env")),
    ...judgingProblems(config.judging, below(place, "judging")),
    ...serverProblems(config.mcp_servers ?? {}, below(place, "mcp_servers")),
    ...(config.skills ?? []).flatMap((source, index) => sourceProblem(source, below(place, "skills", index))),
    ...(config.artifacts ?? []).flatMap((pattern, index) =>
      leavesFolder(pattern) ? [outsideProblem(pattern, below(place, "artifacts", index), "the workspace")] : [],
    ),
    ...(["beforeAll", "afterAll"] as const).flatMap((phase) => [
      ...actionProblems(config[phase] ?? [], below(place, phase), "the config directory"),
      ...copySourceProblems(config[phase] ?? [], below(place, phase), "the config directory"),
    ]),
  ];
}

/** A margin between 0 and half a point was most likely meant as a share. */
export function configWarnings({ settings }: Partial<ConfigDocument>, place: Place): string[] {
  return [...marginWarnings(settings, place), ...correctionWarnings(settings, place)];
}

/** Labels from people say pass or fail, so they correct only pass rates. */
function correctionWarnings(settings: ConfigDocument["settings"], { file }: Place): string[] {
  const { corrected, metric } = settings?.verdict ?? {};
  if (corrected !== true || metric === "pass") return [];
  return [`${file}  settings.verdict.corrected: It only works with "metric": "pass", and has no effect here.`];
}

function marginWarnings(settings: ConfigDocument["settings"], { file }: Place): string[] {
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
  place: Place,
  raw: unknown,
): Problem[] {
  const written = Object.keys(valueAt(raw, place.path) ?? {});
  if (sound === undefined || written.length > Object.keys(sound).length) return [];
  const sum = Object.values({ ...defaultWeights, ...sound }).reduce((total, weight) => total + weight, 0);
  const off = Math.abs(sum - 1);
  if (off <= tolerance) return [];
  const message = `The four weights sum to ${sum.toFixed(3)}; they must sum to 1.0 (0.99 to 1.01).`;
  return [problemAt(place, message, `${sum < 1 ? "Raise" : "Lower"} one of them by ${off.toFixed(3)}.`)];
}

/** Only names are allowed. Text that is not a name may be a value, so it is not repeated. */
function envProblems(env: ConfigDocument["env"], place: Place): Problem[] {
  if (env === undefined) return [];
  const lists = Array.isArray(env)
    ? [{ names: env, at: place }]
    : Object.entries(env).map(([child, names]) => ({ names, at: below(place, child) }));
  return lists.flatMap(({ names, at }) =>
    names.flatMap((name, index) => {
      if (!isVariableName(name)) return [variableProblem(below(at, index))];
      return ownVariables.has(name) ? [ownProblem(below(at, index), name)] : [];
    }),
  );
}

/** Variables that AXIS sets for scripts. An AXIS inside an AXIS finds them set, and an agent must not learn where its rubric is. */
const ownVariables = new Set(
  ["PHASE", "WORKSPACE", "CONFIG_DIR", "OUTPUT", "AGENT", "MODEL", "SCENARIO", "VARIANT", "TRIAL", "REPORT_DIR"]
    .concat("TOTAL", "COMPLETED", "FAILED", "DURATION_MS")
    .map((name) => `AXIS_${name}`),
);

function ownProblem(place: Place, name: string): Problem {
  return problemAt(place, `AXIS sets ${name} itself, for scripts and never for agents.`, "Remove it.");
}

function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !looksSecret(name);
}

function variableProblem(place: Place): Problem {
  const suggestion = "Write the name of a variable, such as MY_API_KEY; set its value in the environment.";
  return problemAt(place, "This is not the name of an environment variable. Names only, never values.", suggestion);
}

/** Problems of judges that can be found without the adapters: providers, addresses, names of keys. */
function judgingProblems(judging: ConfigDocument["judging"], place: Place): Problem[] {
  return specsIn(judging, place).flatMap(({ spec, at }) => {
    const sorted = sortSpec(spec);
    if (sorted.kind !== "model") return [];
    const key = typeof sorted.spec === "string" ? undefined : sorted.spec.apiKeyEnv;
    if (key !== undefined && !isVariableName(key)) return [variableProblem(below(at, "api_key_env"))];
    return modelProblems(sorted.spec, at);
  });
}

function modelProblems(spec: Parameters<typeof parseModelSpec>[0], at: Place): Problem[] {
  try {
    parseModelSpec(spec);
    return [];
  } catch (error) {
    if (!(error instanceof AxisError)) throw error;
    return [problemAt(at, error.message.endsWith("?") ? error.message : `${error.message}.`, error.hint)];
  }
}
