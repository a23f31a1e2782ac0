import { testMetric } from "axis-eval/testing";
import { QuestionShare } from "./metrics.mjs";

testMetric(QuestionShare, { item: { actualOutput: "Yes. Which one?" } });
