/** What sandboxes ask for and no machine can give, or this one cannot: exit 2 by field, before anything starts. */
import { expect, test } from "vitest";
import { temporaryProject, validAgent, validScenario } from "../libraries/temporary-repository.ts";

const end = "Check again with: axis doctor";

test("a network that no sandbox enforces is refused where it is written, all at once", async () => {
  await using project = await temporaryProject({
    "axis.config.json": { agents: [validAgent], settings: { sandbox: { driver: "none", network: "none" } } },
    "scenarios/a.json": { ...validScenario, sandbox: { required: true } },
  });
  expect(await project.refusal()).toBe(
    [
      "scenarios/a.json  sandbox.required",
      "  A sandbox is required: the driver none cannot enforce it.",
      "  Choose another driver, or remove the field.",
      "axis.config.json  settings.sandbox.network",
      "  The network none needs a sandbox: the driver none cannot enforce it.",
      "  Choose another driver, or remove the field.",
      end,
    ].join("\n"),
  );
});

test("a flag is named as the place if it asks for the impossible", async () => {
  await using project = await temporaryProject({
    "axis.config.json": { agents: [validAgent], settings: { sandbox: { driver: "none" } } },
    "scenarios/a.json": validScenario,
  });
  const request = { sandbox: { network: "open" as const } };
  await expect(project.plan(request)).rejects.toMatchObject({ message: expect.stringMatching(/^--network\n/) });
  expect((await project.plan({ ...request, runsHere: false })).jobs).toHaveLength(1);
});

test("an image needs podman or docker, and a path to read must exist", async () => {
  await using project = await temporaryProject({
    "axis.config.json": {
      agents: [{ ...validAgent, name: "boxed", sandbox: { driver: "none", image: "node:20" } }],
      settings: { sandbox: { read: ["./gone"] } },
    },
    "scenarios/a.json": validScenario,
  });
  const refusal = await project.refusal();
  expect(refusal).toContain("axis.config.json  agents.boxed.sandbox.image\n  An image needs podman or docker");
  expect(refusal).toMatch(/axis\.config\.json {2}settings\.sandbox\.read\n {2}\S+\/gone does not exist\./);
});

test("a host that cannot be read is a mistake of its entry", async () => {
  await using project = await temporaryProject({
    "axis.config.json": { agents: [validAgent], settings: { sandbox: { network: ["http://example.com"] } } },
    "scenarios/a.json": validScenario,
  });
  expect(await project.refusal()).toContain("axis.config.json  settings.sandbox.network");
});

test("memory and processor limits of old configs are no reason to refuse", async () => {
  await using project = await temporaryProject({
    "axis.config.json": {
      agents: [validAgent],
      settings: { sandbox: { memory_mb: 512, cpu_percent: 50, driver: "none" } },
    },
    "scenarios/a.json": validScenario,
  });
  expect((await project.plan()).jobs[0]?.sandbox).toMatchObject({ driver: "none", memoryMb: 512, cpuPercent: 50 });
});
