import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { bwrapDriver } from "../bwrap.ts";
import { attackNetwork } from "../network-attacks.fixture.ts";
import { runInsideWith } from "../run-inside.fixture.ts";

test("a run in bubblewrap reaches what its policy allows, and nothing else", async () => {
  const { found, expected } = await attackNetwork(runInsideWith(bwrapDriver, null));
  expect(found).toEqual(expected);
});

test("on a machine with its own internet, real lookups and connections are limited the same way", async () => {
  const program = fileURLToPath(new URL("egress.fixture.ts", import.meta.url));
  const node = [process.execPath, "--import", import.meta.resolve("jiti/register")];
  const user = process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"];
  const namespaces = [...user, "--net", "--mount", "--", ...node, program];
  const { stdout } = await promisify(execFile)("unshare", namespaces);
  const { found, expected } = JSON.parse(stdout) as Awaited<ReturnType<typeof attackNetwork>>;
  expect(found).toEqual(expected);
});
