import { testAgent } from "axis-eval/testing/suites";
import scribe from "./adapters/scribe.ts";

testAgent("scribe", () => scribe, {
  completes: { prompt: "Create a file named `a.txt` that holds the line `b`." },
  fails: { prompt: "Do something else." },
});
