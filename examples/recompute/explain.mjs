/** Shows how the AXIS Result and the scorecard of each run in the latest report come about. */
import { fileStore } from "axis-eval";
import {
  composite,
  defaultWeights,
  dimensions,
  evidenceFromRun,
  recomputeCard,
  ruleOnRun,
  selectInteractions,
  speedScore,
} from "axis-eval/scoring";

const store = fileStore({ configDir: process.argv[2] ?? "." });
const { reportId, results, scoring } = await store.readReport("latest");
for (const { file } of results) {
  const { score, scorecard, ...detail } = await store.readDetail(reportId, file);
  if (score === undefined || scorecard === undefined) continue;
  const evidence = evidenceFromRun(detail);
  const own = selectInteractions(dimensions.environment, evidence.interactions);
  const slow = own.filter((interaction) => speedScore(interaction) < 1);
  const { axisScore } = composite(score, scoring?.weights ?? defaultWeights, ruleOnRun(evidence));
  console.log(`${detail.scenarioKey}: AXIS Result ${axisScore} (stored: ${score.axisScore})`);
  console.log(`  environment ${score.environment.score}, ${slow.length} of ${own.length} interactions are not fast`);
  const { score: total, tier } = recomputeCard(scorecard);
  console.log(`  scorecard ${total} ${tier} (stored: ${scorecard.score} ${scorecard.tier})`);
}
