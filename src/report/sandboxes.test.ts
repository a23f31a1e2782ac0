import { expect, test } from "vitest";
import type { RunSandbox } from "../core/run/run-sandbox.ts";
import { listSandboxMarks, listSandboxWarnings } from "./sandboxes.ts";

const enforced = { files: "no", network: "no", keys: "inside", memory: "no", cpu: "no", pids: "no", disk: "no" } as const;
const none: RunSandbox = { driver: "none", kind: "none", version: null, network: "host", gateway: "off", enforced };

test("each kind of sandbox is named once; runs of older versions have none", () => {
  const bwrap: RunSandbox = { ...none, driver: "bwrap", network: ["a.example", "b.example"] };
  expect(listSandboxMarks([{ sandbox: none }, { sandbox: bwrap }, { sandbox: none }, {}])).toEqual([
    "bwrap (network limited to 2 hosts)",
    "none (network host)",
  ]);
});

test("different sandboxes are a warning, an unknown one is not", () => {
  expect(listSandboxWarnings(["none (network host)"], ["bwrap (network host)"])).toEqual([
    "The two sides ran in different sandboxes: none (network host) before, bwrap (network host) now",
  ]);
  expect(listSandboxWarnings([], ["bwrap (network host)"])).toEqual([]);
  expect(listSandboxWarnings(["bwrap (network host)"], ["bwrap (network host)"])).toEqual([]);
});
