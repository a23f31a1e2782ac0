import { expect, test } from "vitest";
import type { RunSandbox } from "../../core/run/run-sandbox.ts";
import { formatConnection, formatNetwork, formatSandbox } from "./format-sandbox.ts";

const bwrap: RunSandbox = {
  driver: "bwrap",
  kind: "bwrap",
  version: "0.8.0",
  network: "host",
  gateway: "off",
  enforced: { files: "kernel", network: "no", keys: "inside", memory: "kernel", cpu: "no", pids: "kernel", disk: "no" },
};

test("a sandbox names its driver, its network and its limits", () => {
  expect(formatSandbox(bwrap)).toBe("sandbox bwrap 0.8.0: own files and processes, network host; memory, pids limited");
});

test("a watched limit says so, and a gateway keeps the keys outside", () => {
  const enforced = { ...bwrap.enforced, memory: "no", pids: "no", disk: "watched" } as const;
  expect(formatSandbox({ ...bwrap, network: ["a.example"], gateway: "on", enforced })).toBe(
    "sandbox bwrap 0.8.0: own files and processes, network limited to 1 host; disk (watched) limited; keys outside",
  );
});

test("no sandbox is a warning", () => {
  expect(formatSandbox({ ...bwrap, driver: "none", version: null })).toBe(
    "agents run without a sandbox, with the rights of your user",
  );
});

test("a list is its number of hosts", () => {
  expect([formatNetwork("none"), formatNetwork([]), formatNetwork(["a", "b"])]).toEqual([
    "none",
    "limited to 0 hosts",
    "limited to 2 hosts",
  ]);
});

test("a connection says how much was sent, or why it was refused", () => {
  const one = { host: "a.example", port: 443, how: "connect", count: 1, sent: 10, received: 20, first_ms: 5 } as const;
  expect(formatConnection({ ...one, allowed: true })).toBe("a.example:443 (connect): 10 bytes sent, 20 received");
  expect(formatConnection({ ...one, count: 3, allowed: false, reason: "the host is not in the network list" })).toBe(
    "a.example:443 (connect, 3 times): refused: the host is not in the network list",
  );
});
