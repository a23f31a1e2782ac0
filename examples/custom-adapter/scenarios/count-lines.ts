import { defineScenario } from "axis-eval";

export default defineScenario({
  name: "Count lines",
  prompt: "How many lines does `rivers.txt` have?",
  setup: [{ action: "run_script", command: "printf 'Nile\\nAmazon\\nYangtze\\n' > rivers.txt" }],
  judge: [{ check: "The answer is 3", verify: { matches: "\\b3 lines\\b" } }],
});
