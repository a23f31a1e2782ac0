/** Keeps docs/moving-from-netlify-axis.md true: what it says is not read is refused, what it says stays is accepted. */
import { expect, test } from "vitest";
import { createFindings, problemsText } from "../src/config/validation/problem.ts";
import { validateConfig, validateScenario } from "../src/config/validation/validate.ts";
import { AxisConfig, Settings } from "../src/core/config/config.ts";
import { ScenarioInput } from "../src/core/scenario.ts";
import { page, tableOf } from "./markdown.ts";

const moving = page("docs/moving-from-netlify-axis.md");

function listProblems(place: string, key: string): string {
  const findings = createFindings();
  const at = { file: "a.json", path: [] };
  const config = { agents: ["codex"] };
  if (place === "scenario") validateScenario({ name: "a", prompt: "b", judge: "c", [key]: ["d"] }, at, findings);
  else if (place === "settings") validateConfig({ ...config, settings: { [key]: 1 } }, "a.json", findings);
  else validateConfig({ ...config, [key]: ["d"] }, "a.json", findings);
  return problemsText(findings.problems);
}

const [, ...unread] = tableOf(moving, "not read").map(([key = "", place = ""]) => [key.replaceAll("`", ""), place]);

test.each(unread)("%s in the %s is unknown", (key = "", place = "") => {
  expect(listProblems(place, key)).toContain(`Unknown key "${key}"`);
});

test.each([
  [
    "config",
    { ...AxisConfig.shape, ...Object.fromEntries(Object.keys(Settings.shape).map((key) => [`settings.${key}`, 1])) },
  ],
  ["scenarios", ScenarioInput.shape],
])("the fields of %s that stay exist", (row, fields) => {
  const [, cell = ""] = new RegExp(`^\\| ${row} \\| (.+) \\|$`, "m").exec(moving.text) ?? [];
  const named = [...cell.matchAll(/`([^`]+)`/g)].map(([, key = ""]) => key);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((key) => !(key in fields))).toEqual([]);
});
