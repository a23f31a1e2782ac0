/** Checks the names that scenarios and agents use for each other: an unknown name is probably a typo. */
import { builtInAgents } from "../../agents/catalog.ts";
import { matchesName } from "../../core/paths/glob.ts";
import type { PlannedAgent } from "../../core/plan.ts";
import { appendPath, type Findings, formatKeyPath, createProblem } from "../validation/problem.ts";
import { findNearestName } from "../../core/names/nearest.ts";
import type { Candidate } from "./selection.ts";

/** A near match is a problem; any other unknown name is a warning, since libraries name agents a project may not have. */
export function checkMentions(
  candidates: readonly Candidate[],
  agents: readonly PlannedAgent[],
  findings: Findings,
): void {
  if (agents.length === 0) return;
  const names = [
    ...new Set([...agents.flatMap(({ name, config }) => [name, config.agent]), ...Object.keys(builtInAgents)]),
  ];
  for (const { scenario, locate } of candidates) {
    for (const [index, pattern] of (scenario.agents ?? []).entries()) {
      if (names.some((name) => matchesName(pattern, name, "|"))) continue;
      const meant = findNearestName(pattern.toLowerCase(), names);
      const message = `Unknown agent ${JSON.stringify(pattern)}.`;
      const place = appendPath(locate("agents"), index);
      if (meant !== undefined)
        findings.problems.push(createProblem(place, `${message} Did you mean ${JSON.stringify(meant)}?`));
      else
        addOnce(
          findings.warnings,
          `${place.file}  ${formatKeyPath(place.path)}: ${message} ${scenario.key} does not run with it.`,
        );
    }
  }
  checkScenarioMentions(candidates, agents, findings);
}

function checkScenarioMentions(
  candidates: readonly Candidate[],
  agents: readonly PlannedAgent[],
  findings: Findings,
): void {
  const keys = candidates.map(({ scenario }) => scenario.key);
  // A template does not run itself, but its key matches all its variants.
  const known = [...keys, ...candidates.map(({ scenario }) => scenario.baseKey)];
  for (const { name, config } of agents) {
    for (const pattern of config.scenarios ?? []) {
      if (keys.some((key) => matchesName(pattern, key, "@"))) continue;
      const meant = findNearestName(pattern, known);
      const hint = meant === undefined ? "" : ` Did you mean ${JSON.stringify(meant)}?`;
      addOnce(
        findings.warnings,
        `The agent "${name}" names the scenario ${JSON.stringify(pattern)}, which does not exist.${hint}`,
      );
    }
  }
}

function addOnce(list: string[], text: string): void {
  if (!list.includes(text)) list.push(text);
}
