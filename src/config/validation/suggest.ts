/** Suggests the nearest existing name for one that does not exist. */
import { findNearestName } from "../../core/names/nearest.ts";

/** Names that other tools use for our keys. */
const commonMistakes: Readonly<Record<string, string>> = {
  mcpServers: "mcp_servers",
  timeMinutes: "limits.time_minutes",
  timeout: "limits.time_minutes",
  timeoutMinutes: "limits.time_minutes",
  maxTokens: "limits.tokens",
  tokenLimit: "limits.tokens",
  runScript: "run_script",
  shell: "run_script",
  criteria: "judge",
  success_criteria: "judge",
  expected: "judge",
  assertions: "judge",
  rubric: "judge",
  tasks: "scenarios",
  evaluators: "judging",
  judges: "judging",
  models: "agents[].model",
};

/** What was probably meant by a key or value: a near name, or the usual meaning of that word. */
export function guessMeaning(written: string, allowed: readonly string[]): string | undefined {
  const close = findNearestName(written, allowed);
  if (close !== undefined) return close;
  const usual = Object.hasOwn(commonMistakes, written) ? commonMistakes[written] : undefined;
  if (usual === undefined) return undefined;
  const found = usual.startsWith("limits.") ? usual.replace("limits.", findLimitsPrefix(allowed)) : usual;
  const first = found.match(/^\w+/)?.[0] ?? "";
  return allowed.includes(first) ? found : undefined;
}

/** The prefix of a scenario's limits in this context: a config nests them deeper, for all scenarios. */
function findLimitsPrefix(allowed: readonly string[]): string {
  if (allowed.includes("settings")) return "settings.limits.scenario.";
  if (allowed.includes("time_minutes")) return "";
  if (allowed.includes("scenario") && allowed.includes("run")) return "scenario.";
  return allowed.includes("concurrency") ? "limits.scenario." : "limits.";
}

/** `"a", "b"` */
export function formatQuotedList(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(", ");
}

/** The end of a message about an unknown name: the nearest name, or the available ones. */
export function suggestName(written: string, names: readonly string[]): string {
  const meant = findNearestName(written, names);
  if (meant !== undefined) return `Did you mean ${JSON.stringify(meant)}?`;
  const shown = names.slice(0, 20);
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : "";
  return shown.length === 0 ? "None are available." : `Available: ${formatQuotedList(shown)}${more}.`;
}
