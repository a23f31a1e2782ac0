/** Identity helpers that give editors the types of a config or a scenario. */
import type { AxisConfig } from "../core/config/config.ts";
import type { ScenarioInput } from "../core/scenario.ts";

/**
 * Types a config; returns it unchanged.
 *
 * @example
 * // axis.config.ts
 * import { defineConfig } from "axis-eval";
 *
 * export default defineConfig({
 *   scenarios: "./scenarios",
 *   agents: [{ agent: "command", name: "my-agent", command: "./bin/my-agent --task {prompt}" }],
 * });
 */
export function defineConfig(config: AxisConfig): AxisConfig {
  return config;
}

/**
 * Types a scenario; returns it unchanged.
 *
 * @example
 * // scenarios/hello-world.ts
 * import { defineScenario } from "axis-eval";
 *
 * export default defineScenario({
 *   name: "Hello world",
 *   prompt: "Write hello.txt with the text: Hello, world!",
 *   judge: [{ check: "hello.txt greets the world", verify: { file: "hello.txt", contains: "Hello, world!" } }],
 * });
 */
export function defineScenario(scenario: ScenarioInput): ScenarioInput {
  return scenario;
}
