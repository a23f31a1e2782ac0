import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  version: string;
  exports: Record<string, { types: string; default: string }>;
};

/** The public surface, listed: a change here is a change for other people. */
const doors: Record<string, readonly string[]> = {
  ".": [
    "AxisError",
    "Stop",
    "axisVersion",
    "compareReports",
    "defineAgent",
    "defineConfig",
    "defineJudge",
    "defineLineAgent",
    "defineMetric",
    "defineScenario",
    "evaluate",
    "evaluateDataset",
    "evidenceOf",
    "fileStore",
    "gate",
    "jsonSchema",
    "judgeRun",
    "loadPlan",
    "memoryStore",
    "rescore",
    "rulesJudge",
  ],
  "./agents": [
    "builtInAgents",
    "commandAgent",
    "defineAcpAgent",
    "defineAgent",
    "defineLineAgent",
    "flagArguments",
    "openScope",
    "replayAgent",
  ],
  "./judges": [
    "agentJudge",
    "defineJudge",
    "fileAnswerCache",
    "listPrices",
    "llmRegistry",
    "memoryAnswerCache",
    "modelJudge",
    "modelOf",
    "openEmbedder",
    "openModel",
    "panelJudge",
    "parseModelSpec",
    "pricesAsOf",
    "providerRegistry",
    "rulesJudge",
  ],
  "./metrics": [
    "AIMessage",
    "AnalysisCache",
    "AnswerCompleteness",
    "AnswerConciseness",
    "AnswerCriteria",
    "AnswerRelevancy",
    "BaseMetric",
    "CitationPresence",
    "CitationRelevancy",
    "ContainsMatch",
    "ContextualPrecision",
    "ContextualRanking",
    "ContextualRecall",
    "ContextualRelevancy",
    "ContextualSufficiency",
    "ContextualUtilization",
    "ConversationEfficiency",
    "ConversationFlow",
    "Dataset",
    "DatasetItem",
    "EvaluationMode",
    "EvaluationResult",
    "ExactStringMatch",
    "FactualAccuracy",
    "Faithfulness",
    "FlowConfig",
    "GoalCompletion",
    "HitRateAtK",
    "HumanMessage",
    "Latency",
    "LengthConstraint",
    "LevenshteinRatio",
    "MeanReciprocalRank",
    "MetricCategory",
    "MetricEvaluationResult",
    "MetricRegistry",
    "MetricRegistryError",
    "MetricScore",
    "MultiTurnConversation",
    "NDCGAtK",
    "PIILeakage",
    "PIILeakageHeuristic",
    "PersonaToneAdherence",
    "PrecisionAtK",
    "RecallAtK",
    "SentenceBLEU",
    "SubMetricResult",
    "ToneStyleConsistency",
    "ToolCall",
    "ToolCorrectness",
    "ToolMessage",
    "agentTrajectory",
    "alignment",
    "analyzeMisalignment",
    "averagePrecision",
    "checkGates",
    "compareEvaluations",
    "containsMatch",
    "contentHash",
    "conversationFlowScore",
    "conversationStats",
    "defineBatch",
    "defineMetric",
    "defineQuestion",
    "detectPii",
    "evaluate",
    "exactMatch",
    "extractByTag",
    "extractCitations",
    "failed",
    "faithfulnessScore",
    "flattenSignals",
    "fromRaw",
    "fuzzySimilarity",
    "hasErrors",
    "judgeVariance",
    "latencyScore",
    "lengthCheck",
    "levenshteinRatio",
    "loadMetric",
    "metric",
    "metricRegistry",
    "notApplicable",
    "parseItem",
    "piiScore",
    "provideModels",
    "rankingScores",
    "relevancyScore",
    "rollUp",
    "sentenceBleu",
    "subset",
    "suggestCriteria",
    "summarize",
    "summarizeNode",
    "toTranscript",
    "toolMatchScore",
    "turnPairs",
    "updateItem",
    "itemFromRun",
    "toNormalized",
    "toRows",
    "verdictOf",
    "writeResults",
  ],
  "./report": [
    "AxisResult",
    "Baseline",
    "Comparison",
    "Report",
    "RunDetail",
    "RunFacts",
    "RunScorecard",
    "agentStatistics",
    "bandOf",
    "baselineFrom",
    "buildReport",
    "compareReports",
    "compositeInterval",
    "divergenceOf",
    "foldTrials",
    "formatCost",
    "formatDelta",
    "formatDuration",
    "formatScore",
    "formatTokens",
    "gate",
    "judgeNoise",
    "listTrends",
    "renderAnnotations",
    "renderComparison",
    "renderDetail",
    "renderJunit",
    "renderMarkdown",
    "renderSarif",
    "renderTable",
    "renderVerdict",
    "renderVerdicts",
    "terminalSafe",
  ],
  "./scoring": [
    "CardWeightsInput",
    "addUpFixes",
    "axisResult",
    "calibrate",
    "calibration",
    "combine",
    "completionAxis",
    "composite",
    "contextWeightedMean",
    "countStages",
    "defaultCardWeights",
    "defaultWeights",
    "dimensions",
    "effectiveWeights",
    "errorRateAxis",
    "evidenceFromRun",
    "failed",
    "failedCriteria",
    "findCauses",
    "formula",
    "formulaVersion",
    "fromDimensionState",
    "fromRaw",
    "gatherEvidence",
    "goalScore",
    "gradeCriteria",
    "judgedChecks",
    "latencyAxis",
    "latencyBaseline",
    "latencyWindow",
    "listStages",
    "missingCriteria",
    "newestSamples",
    "notApplicable",
    "processScore",
    "recomputeCard",
    "resolveCardWeights",
    "resourceEfficiencyAxis",
    "reweightCard",
    "roundPoints",
    "ruleOnRun",
    "scoreRun",
    "scored",
    "scoringDocument",
    "selectInteractions",
    "severityWeightedMean",
    "shareToPoints",
    "speedScore",
    "speedThresholdsMs",
    "tierBounds",
    "tierForMean",
    "tierForScore",
    "toBasisPoints",
    "toDimensionState",
    "unaskedScore",
    "usageParts",
    "whyNotApplicable",
  ],
  "./server": [
    "createApp",
    "createSessionToken",
    "defaultLimits",
    "isLoopback",
    "listen",
    "localFiles",
    "localReports",
    "openSqlStore",
    "startRelay",
  ],
  "./statistics": [
    "alphaSpending",
    "benjaminiHochberg",
    "bootstrap",
    "bootstrapDifference",
    "bootstrapMean",
    "bradleyTerry",
    "clusteredStandardError",
    "clusteredWilsonInterval",
    "cohenKappa",
    "compareRuns",
    "confidenceSequence",
    "correctedDifference",
    "createRandom",
    "designEffect",
    "differenceComponents",
    "discordantNeeded",
    "driftCheck",
    "fisherExact",
    "geometricMeanRatio",
    "gwetAC1",
    "holm",
    "intraclassCorrelation",
    "judgeAccuracy",
    "krippendorffAlpha",
    "mcnemarExact",
    "mean",
    "meanInterval",
    "meanPassAtK",
    "meanPassHatK",
    "medianInterval",
    "minimumDetectableEffect",
    "missingBounds",
    "newcombeInterval",
    "newcombePaired",
    "normalCdf",
    "normalQuantile",
    "pairedDifference",
    "passAtK",
    "passHatK",
    "predictionPoweredMean",
    "quantile",
    "randomUint32",
    "roganGladen",
    "scenariosNeeded",
    "signFlipTest",
    "sprt",
    "standardDeviation",
    "stratifiedDifference",
    "stratifiedPermutationTest",
    "stratifiedRateDifference",
    "studentTCdf",
    "studentTQuantile",
    "trialsNeeded",
    "varianceComponents",
    "verdict",
    "weightedKappa",
    "wilsonInterval",
  ],
};

describe.each(Object.entries(doors))("the door %s", (door, names) => {
  const target = manifest.exports[door];

  test("opens, and names exactly this", async () => {
    const module = (await import(pathToFileURL(join(root, target?.default ?? "")).href)) as object;
    expect(Object.keys(module).sort()).toEqual([...names].sort());
  });

  test("has its types", () => {
    expect(existsSync(join(root, target?.types ?? ""))).toBe(true);
  });
});

describe("the types of the doors, checked to the last file they name", () => {
  let folder = "";

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "axis-doors-"));
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(root, join(folder, "node_modules/axis-eval"));
    symlinkSync(join(root, "node_modules/@types"), join(folder, "node_modules/@types"));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  // The types of Hono speak of a browser's sockets.
  test.each([
    ["nodenext", "es2022", (door: string) => door !== "./server"],
    ["bundler", "es2022", (door: string) => door !== "./server"],
    ["nodenext", "es2022,dom", (door: string) => door === "./server"],
  ] as const)("fit a strict project that resolves as %s, with %s alone", (resolution, lib, wanted) => {
    const imports = Object.keys(doors)
      .filter(wanted)
      .map((door, index) => `export * as door${index} from "axis-eval${door.slice(1)}";`);
    expect(imports.length).toBeGreaterThan(0);
    writeFileSync(join(folder, "all.mts"), imports.join("\n"));
    const module = resolution === "bundler" ? "esnext" : resolution;
    const options = `--noEmit --strict --target es2022 --lib ${lib} --types node --skipLibCheck false --module ${module} --moduleResolution ${resolution}`;
    const { status, stdout } = spawnSync(
      process.execPath,
      [join(root, "node_modules/typescript/bin/tsc"), ...options.split(" "), "all.mts"],
      { cwd: folder, encoding: "utf8" },
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
  });
});

test("every door of the package is listed here", () => {
  expect(Object.keys(manifest.exports).sort()).toEqual([...Object.keys(doors), "./package.json", "./testing"].sort());
});

test("the version is the package's", async () => {
  const { axisVersion } = (await import(pathToFileURL(join(root, "dist/index.js")).href)) as { axisVersion: string };
  expect(axisVersion).toBe(manifest.version);
});

test("no file exports everything of another", () => {
  for (const door of [
    "index",
    "agents/index",
    "judging/index",
    "report/index",
    "judging/scoring/index",
    "statistics/index",
    "testing/index",
  ])
    expect(readFileSync(join(root, "src", `${door}.ts`), "utf8")).not.toMatch(/export \*/);
});
