/** Without any network but this machine's own, everything that the suite does still works: nothing is fetched, no one is called. */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { cli, shell } from "../fixtures/axis.ts";
import { environmentOf, openRehearsed, rehearse, requestsOf } from "./rehearsed-project.ts";

/** A network namespace with loopback only. Root may make one; others may with namespaces of users. */
const [unshare, ...flags] = process.getuid?.() === 0 ? ["unshare", "--net"] : ["unshare", "--map-root-user", "--net"];
const probe = spawnSync(unshare, [...flags, "sh", "-c", "ip link set lo up"], { encoding: "utf8" });
const isPossible = probe.status === 0;
const why = isPossible ? "" : `: not here, ${(probe.error?.message ?? probe.stderr).trim().split("\n")[0]}`;

test.skipIf(!isPossible)(
  `in an empty network namespace each agent does its task${why}`,
  async () => {
    await using project = await openRehearsed([
      "claude-code",
      "codex",
      { agent: "gemini", name: "gemini", model: "gemini-2.5-flash" },
      "opencode",
    ]);
    const line = [process.execPath, cli, ...rehearse, "-s", "task,service", "--concurrency", "1"].join(" ");
    const isolated = `${[unshare, ...flags].join(" ")} sh -c 'ip link set lo up && exec ${line}'`;
    const { code, stderr } = await shell(project, isolated, environmentOf(project));
    const { results } = await project.stored();
    expect(results.map(({ agentName, scenarioKey, outcome }) => [agentName, scenarioKey, outcome.status])).toEqual(
      ["service", "task"].flatMap((key) =>
        ["claude-code", "codex", "gemini", "opencode"].map((agent) => [agent, key, "completed"]),
      ),
    );
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    expect((await requestsOf(project)).filter(({ problem }) => problem !== null)).toEqual([]);
  },
  900_000,
);
