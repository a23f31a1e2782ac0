import { defineScenario } from "axis-eval";

export default defineScenario({
  name: "Write a line",
  prompt: "Create a file named `greeting.txt` that holds the line `Good morning`.",
  judge: [{ check: "greeting.txt holds the line", verify: { file: "greeting.txt", matches: "/^Good morning\\n$/" } }],
});
