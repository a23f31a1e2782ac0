/** Runs the project in this folder as `axis run` would, and prints a few numbers of the report. */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { AxisError, evaluate, fileStore, gate, loadPlan } from "axis-eval";

try {
  const folder = dirname(fileURLToPath(import.meta.url));
  const plan = await loadPlan({ folder, trials: 2 });
  const report = await evaluate(plan, { store: fileStore({ configDir: plan.configDir }), onEvent });
  const verdict = gate(report);
  for (const { scenarioKey, agentName, status, means } of report.results)
    console.log(`${scenarioKey} (${agentName}): ${status}, AXIS Result ${means.axisScore}`);
  console.log(`${verdict.verdict}  ${verdict.sentence}`);
  process.exitCode = verdict.ok ? 0 : 1;
} catch (error) {
  if (!(error instanceof AxisError)) throw error;
  console.error(`${error.message}\n${error.hint ?? ""}`);
  process.exitCode = 2;
}

function onEvent(event) {
  if (event.type === "run-end")
    console.error(`trial ${event.cell.trial} ended: ${event.outcome.status}, ${event.durationMs} ms`);
}
