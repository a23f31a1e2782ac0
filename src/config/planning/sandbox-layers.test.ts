import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type SandboxInput, resolveSandboxPolicy } from "../../core/config/sandbox-settings.ts";
import type { PlannedAgent } from "../../core/plan.ts";
import type { Scenario } from "../../core/scenario.ts";
import { resolveJobSandbox, resolveSandboxPaths } from "./sandbox-layers.ts";

interface Layers {
  readonly settings?: SandboxInput;
  readonly agent?: SandboxInput;
  readonly scenario?: SandboxInput;
  readonly flags?: Pick<SandboxInput, "driver" | "network">;
  readonly remote?: string;
}

function resolved({ settings, agent, scenario, flags, remote }: Layers) {
  const pair = {
    scenario: { remote: remote ?? null, ...(scenario && { sandbox: scenario }) } as Scenario,
    agent: { config: { agent: "command", ...(agent && { sandbox: agent }) } } as PlannedAgent,
  };
  const config = { settings: settings && { sandbox: settings } } as Parameters<typeof resolveJobSandbox>[1]["config"];
  return resolveJobSandbox(pair, { config, configDir: "/project" }, flags === undefined ? {} : { sandbox: flags });
}

test("settings, agent, scenario and flags replace each other field by field, in this order", () => {
  const policy = resolved({
    settings: { driver: "podman", memory_mb: 100, pids: 20, network: "open" },
    agent: { memory_mb: 200, pids: 30 },
    scenario: { pids: 40 },
    flags: { driver: "bwrap" },
  });
  expect(policy).toMatchObject({ driver: "bwrap", memoryMb: 200, pids: 40, network: "open" });
  expect(policy.written).toEqual(["driver", "memory_mb", "pids", "network"]);
});

test("without any, a job gets the defaults", () => {
  expect(resolved({})).toEqual({
    driver: "auto",
    required: false,
    network: "host",
    image: null,
    read: [],
    gateway: "auto",
    providerTools: ["*"],
    checks: { network: "host", read: [] },
    memoryMb: 4096,
    cpuPercent: null,
    pids: 1024,
    diskMb: null,
    written: [],
  });
});

test("a narrower network takes checks and the provider's tools along", () => {
  expect(resolveSandboxPolicy([{ network: ["a.example"] }])).toMatchObject({
    checks: { network: "none" },
    providerTools: [],
  });
  expect(resolveSandboxPolicy([{ network: "open" }])).toMatchObject({
    checks: { network: "none" },
    providerTools: ["*"],
  });
});

test("paths are relative to where they are written; ~ is the operator's home", () => {
  expect(resolveSandboxPaths({ read: ["data", "~/models", "/srv"], checks: { read: ["./x"] } }, "/project")).toEqual({
    read: ["/project/data", join(homedir(), "models"), "/srv"],
    checks: { read: ["/project/x"] },
  });
});

describe("a scenario of a library", () => {
  const remote = "https://example.com/library";

  test("may lower limits, never raise them", () => {
    const settings = { memory_mb: 1000, disk_mb: 50 };
    expect(resolved({ settings, scenario: { memory_mb: 500, disk_mb: 500, pids: 9999 }, remote })).toMatchObject({
      memoryMb: 500,
      diskMb: 50,
      pids: 1024,
    });
  });

  test.each([
    ["host", "none", "none"],
    ["open", "host", "open"],
    ["none", "open", "none"],
    ["open", ["a.example"], ["a.example"]],
    [["a.example", "b.example"], ["b.example", "c.example"], ["b.example"]],
    [["a.example"], "open", ["a.example"]],
  ] as const)("may narrow the network: %j with %j is %j", (settings, scenario, expected) => {
    const toPolicy = (network: string | readonly string[]) => ({ network }) as SandboxInput;
    expect(resolved({ settings: toPolicy(settings), scenario: toPolicy(scenario), remote }).network).toEqual(expected);
  });
});
