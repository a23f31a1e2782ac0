import { defineConfig } from "axis-eval";

export default defineConfig({
  name: "custom-adapter",
  adapters: { scribe: "./adapters/scribe.ts", counter: "./adapters/counter.ts" },
  agents: [
    { agent: "scribe", scenarios: ["write-a-line"] },
    { agent: "counter", flags: { unit: "lines" }, scenarios: ["count-lines"] },
  ],
});
