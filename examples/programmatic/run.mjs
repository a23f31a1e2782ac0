/** Runs the project in this folder as `axis run` would, and prints what it wants of the report. */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { AxisError, evaluate, fileStore, gate, loadPlan } from "axis-eval";

const say = (message) => console.error(message);
/** Text artifacts pass this function and no other; transcripts and documents were cleaned before. */
const secrets = Object.entries(process.env).filter(
  ([name, value]) => /KEY|TOKEN|SECRET/.test(name) && value.length > 7,
);
const redact = (text) => secrets.reduce((clean, [, value]) => clean.replaceAll(value, "[redacted]"), text);

try {
  const folder = dirname(fileURLToPath(import.meta.url));
  const plan = await loadPlan({ folder, trials: 2 }, { env: process.env, onNotice: say, onWarning: say });
  const store = fileStore({ configDir: plan.configDir, redact, now: () => new Date(), onWarning: say });
  const report = await evaluate(plan, { store, onEvent });
  const verdict = gate(report, { failUnder: plan.failUnder });
  for (const { scenarioKey, agentName, score, spread } of report.results)
    console.log(`${scenarioKey} (${agentName}): AXIS Result ${score?.axisScore}, ${spread?.n} trials`);
  console.log(verdict.ok ? "good news" : `bad news: ${verdict.reasons.join("; ")}`);
  process.exitCode = verdict.ok ? 0 : 1;
} catch (error) {
  if (!(error instanceof AxisError)) throw error;
  say(`${error.message}\n${error.hint ?? ""}`);
  process.exitCode = 2;
}

function onEvent(event) {
  if (event.type === "run-end") say(`trial ${event.cell.trial} ended: ${event.outcome.status}, ${event.durationMs} ms`);
}
