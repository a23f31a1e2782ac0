import { chmod, mkdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryProject } from "../temporary-project.ts";
import { Git } from "./git.ts";
import type { RemoteUrl } from "./url.ts";

const source: RemoteUrl = { url: "https://example.test/acme/tasks", scheme: "https", segments: ["acme", "tasks"] };

test("a download beyond its limit is given up, and the limit that is named is the one that holds", async () => {
  await using place = await temporaryProject({
    "bin/git": `#!/bin/sh\ntruncate -s 200000001 .git/objects/pack/tmp_pack\nexec sleep 60\n`,
  });
  await chmod(join(place.folder, "bin", "git"), 0o755);
  await mkdir(join(place.folder, ".git", "objects", "pack"), { recursive: true });
  const PATH = [join(place.folder, "bin"), process.env["PATH"]].join(delimiter);
  await using git = await Git.open(source, { PATH });
  await expect(git.run({ args: ["fetch"], cwd: place.folder, timeoutMs: 30_000 })).rejects.toThrow(
    "https://example.test/acme/tasks could not be fetched: its download is larger than 200 MB",
  );
});

test("without git the way out is to install it", async () => {
  await using place = await temporaryProject({});
  await using git = await Git.open(source, { PATH: place.folder });
  await expect(git.run({ args: ["fetch"], cwd: place.folder, timeoutMs: 30_000 })).rejects.toMatchObject({
    message: "https://example.test/acme/tasks could not be fetched: the program git was not found on PATH",
    hint: "Install git",
  });
});
