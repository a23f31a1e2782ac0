import { testMetric } from "axis-eval/testing/suites";
import { QuestionShare } from "./metrics.mjs";

testMetric(QuestionShare, { item: { actualOutput: "Yes. Which one?" } });
