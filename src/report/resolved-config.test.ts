import { expect, test } from "vitest";
import type { Job } from "../core/plan.ts";
import { toResolvedConfig } from "./describe-run.ts";

const skill = (name: string, source: string) => ({ name, source, path: `/cache/${name}` });
const scenario = {
  limits: { time_minutes: 15 },
  skills: ["./skills/of-scenario"],
  setup: [],
  teardown: [],
  artifacts: [],
  baseDir: "/home/me/project",
  mcpServers: {
    own: { type: "stdio", command: "/home/me/project/tools/server.sh" },
    elsewhere: { type: "stdio", command: "/home/me/project-2/server.sh" },
    onPath: { type: "stdio", command: "npx" },
  },
};

function shown(skills: readonly ReturnType<typeof skill>[]) {
  return toResolvedConfig({ scenario, skills } as unknown as Job, { environment: [] });
}

test("skills are those of config, agent and scenario together, each source once", () => {
  const skills = [skill("a", "./skills/many"), skill("b", "./skills/many"), skill("c", "./skills/of-scenario")];
  expect(shown(skills).skills).toEqual(["./skills/many", "./skills/of-scenario"]);
});

test("services are the built-in ones and those of the settings", () => {
  const added = { ...scenario, services: ["acme"] };
  const { services } = toResolvedConfig({ scenario: added, skills: [] } as unknown as Job, { environment: [] });
  expect(services).toEqual(expect.arrayContaining(["acme", "curl", "gh"]));
  expect(shown([]).services).not.toContain("acme");
});

test("a program of the project is shown as it lies in it", () => {
  expect(shown([]).mcpServers).toEqual({
    own: { type: "stdio", command: "./tools/server.sh" },
    elsewhere: { type: "stdio", command: "/home/me/project-2/server.sh" },
    onPath: { type: "stdio", command: "npx" },
  });
});
