import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";

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
    "defineScenario",
    "evaluate",
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
    "defineAgent",
    "defineLineAgent",
    "flagArguments",
    "openScope",
    "replayAgent",
  ],
  "./judges": ["defineJudge", "rulesJudge"],
  "./report": [
    "AxisResult",
    "Baseline",
    "Comparison",
    "Report",
    "RunDetail",
    "bandOf",
    "baselineFrom",
    "compareReports",
    "divergenceOf",
    "formatCost",
    "formatDelta",
    "formatDuration",
    "formatScore",
    "formatTokens",
    "gate",
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

test("every door of the package is listed here", () => {
  expect(Object.keys(manifest.exports).sort()).toEqual([...Object.keys(doors), "./package.json", "./testing"].sort());
});

test("the version is the package's", async () => {
  const { axisVersion } = (await import(pathToFileURL(join(root, "dist/index.js")).href)) as { axisVersion: string };
  expect(axisVersion).toBe(manifest.version);
});

test("no file exports everything of another", () => {
  for (const door of ["index", "agents/index", "judges/index", "report/index", "statistics/index", "testing/index"])
    expect(readFileSync(join(root, "src", `${door}.ts`), "utf8")).not.toMatch(/export \*/);
});
