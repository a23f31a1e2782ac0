import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findChainProblem, remoteFolder } from "./remotes.ts";
import { validAgent, validScenario, temporaryProject } from "./temporary-repository.ts";
import { writeLocked } from "./lock.ts";
import { hashTree } from "./tree.ts";
import { parseRemoteUrl, type RemoteUrl } from "./url.ts";

const commit = "c".repeat(40);

function at(url: string): RemoteUrl {
  const source = parseRemoteUrl(url, { fromProject: false });
  if ("problem" in source) throw new Error(source.problem);
  return source;
}

/** A project whose libraries lie there at their pins, so that https:// needs no network. */
async function projectWith(libraries: Readonly<Record<string, object>>, config: object) {
  const project = await temporaryProject({ "axis.config.json": { agents: [validAgent], ...config } });
  for (const [url, own] of Object.entries(libraries)) {
    const folder = remoteFolder(project.folder, at(url));
    await mkdir(join(folder, ".git"), { recursive: true });
    await writeFile(join(folder, ".git", "HEAD"), `${commit}\n`);
    await mkdir(join(folder, "tasks"));
    await writeFile(join(folder, "tasks", `${url.at(-1)}.json`), JSON.stringify(validScenario));
    await writeFile(join(folder, "axis.config.json"), JSON.stringify(own));
    const { hash: tree } = await hashTree(folder, { installed: false });
    await writeLocked(project.folder, url, { commit, tree });
  }
  return project;
}

const [a, b, c] = ["https://x.test/acme/a", "https://x.test/acme/b", "https://x.test/acme/c"] as const;
const deep = { scenarios: [a], settings: { remotes: { maxDepth: 9 } } };
const keysOf = (plan: { jobs: readonly { cell: { scenario: string } }[] }) =>
  plan.jobs.map(({ cell }) => cell.scenario);

test("a library that comes back to itself by way of others is refused, with the way, however deep one may go", async () => {
  await using project = await projectWith(
    { [a]: { scenarios: ["tasks", b] }, [b]: { scenarios: ["tasks", c] }, [c]: { scenarios: ["tasks", a] } },
    deep,
  );
  expect(await project.refusal()).toContain(
    `.axis/remotes/test.x/acme/c/axis.config.json  scenarios[1]\n  ${a}: The library refers back to itself (${a} to ${b} to ${c} to ${a}).`,
  );
});

test("a library that refers to itself is a cycle, not a matter of depth", async () => {
  await using project = await projectWith({ [a]: { scenarios: ["tasks", a] } }, { scenarios: [a] });
  expect(await project.refusal()).toContain(`refers back to itself (${a} to ${a})`);
});

test.each(["https://x.test/acme/a.git", "https://X.test/acme/a/", "ssh://git@x.test/acme/a"])(
  "%s is the same library as the one above it",
  (url) => {
    expect(findChainProblem(at(url), [at(a), at(b)], 9)).toContain("refers back to itself");
  },
);

test("libraries are followed as deep as maxDepth allows, and the first beyond it is named", async () => {
  const chain = { [a]: { scenarios: ["tasks", b] }, [b]: { scenarios: ["tasks", c] }, [c]: { scenarios: "tasks" } };
  for (const [maxDepth, refused, by] of [
    [1, b, a],
    [2, c, b],
  ] as const) {
    await using project = await projectWith(chain, { scenarios: [a], settings: { remotes: { maxDepth } } });
    expect(await project.refusal()).toContain(
      `${refused}: It is referred to by ${by}, which is deeper than settings.remotes.maxDepth (${maxDepth}) allows.`,
    );
  }
  await using project = await projectWith(chain, { scenarios: [a], settings: { remotes: { maxDepth: 3 } } });
  expect(keysOf(await project.plan())).toEqual(["a", "b", "c"]);
});

test("a library that two others refer to is no cycle, and its scenarios count once", async () => {
  await using project = await projectWith(
    { [a]: { scenarios: ["tasks", c] }, [b]: { scenarios: ["tasks", c] }, [c]: { scenarios: "tasks" } },
    { scenarios: [a, b], settings: { remotes: { maxDepth: 2 } } },
  );
  expect(keysOf(await project.plan())).toEqual(["a", "b", "c"]);
});
