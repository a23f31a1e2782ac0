/** What an agent prints never fills the memory of AXIS: a flood is scored in a small heap, and stops no other run. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { openShellProject } from "./fixtures/axis.ts";
import { repository } from "./fixtures/project.ts";

const flood = join(repository, "bench", "output.work.mjs");
const smallHeap = { env: { NODE_OPTIONS: "--max-old-space-size=256" } };

test.each(["text", "results", "messages"])(
  "80 MB of %s are scored with 256 MB of memory, next to another run",
  async (way) => {
    await using project = await openShellProject({
      agents: { flood: [process.execPath, flood, way, "80"], quiet: "echo the end" },
      scenarios: { task: { judge: [{ check: "It ends", verify: { contains: "the end" } }] } },
    });
    const { report, code } = await project.report([], smallHeap);
    const [flooded, quiet] = report.results;
    expect([code, flooded?.status, quiet?.status]).toEqual([0, "passed", "passed"]);
    expect(flooded?.warnings).toEqual([
      expect.stringMatching(/^the agent printed too much: \d+ transcript lines? left out/),
    ]);
    const { output } = await project.detail(flooded?.file ?? "");
    expect(output.transcript.filter(({ type }) => type === "system")).toEqual([
      expect.objectContaining({ text: expect.stringMatching(/^\[axis: left out \d+ transcript lines? here/) }),
    ]);
    expect(quiet?.warnings).toBeUndefined();
  },
);
