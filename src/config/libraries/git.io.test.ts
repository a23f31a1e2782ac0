import { chmod, mkdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryProject } from "./temporary-repository.ts";
import { Git } from "./git.ts";
import type { RemoteUrl } from "./url.ts";

/** A program called git, in a folder of its own. */
async function fakeGit(script: string) {
  const place = await temporaryProject({ git: `#!/bin/sh\n${script}\n` });
  await chmod(join(place.folder, "git"), 0o755);
  return place;
}

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

describe("the environment of git", () => {
  const settings = {
    LANG: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "true",
    SSH_ASKPASS: "true",
    GIT_SSH_COMMAND: "ssh -oBatchMode=yes",
    GIT_LFS_SKIP_SMUDGE: "1",
  };
  const proxies = ["HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR"];
  const canaries = [
    "GITHUB_TOKEN",
    "GIT_SSH_COMMAND",
    "GIT_CONFIG_GLOBAL",
    "HOME",
    "SSH_AUTH_SOCK",
    "USER",
    ...proxies,
  ];

  test.each([
    ["https", proxies],
    ["ssh", ["SSH_AUTH_SOCK", "USER"]],
    ["file", []],
  ] as const)("for %s has what is set here, what the way needs, and nothing else", async (scheme, passed) => {
    await using place = await fakeGit("/usr/bin/env -0");
    const operator = Object.fromEntries(canaries.map((name) => [name, `canary of ${name}`]));
    await using git = await Git.open({ ...source, scheme }, { ...operator, PATH: place.folder });
    const seen = await git.run({ args: [], cwd: place.folder, timeoutMs: 30_000 });
    const env = Object.fromEntries(
      seen
        .split("\0")
        .filter((line) => line !== "")
        .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
    );
    const { HOME, PATH, PWD: _pwd, _: _last, SHLVL: _level, OLDPWD: _old, AXIS_RUN_ID: _run, ...others } = env;
    expect(PATH).toBe(place.folder);
    expect(HOME).not.toContain("canary");
    expect(others).toEqual({
      ...settings,
      GIT_ALLOW_PROTOCOL: scheme,
      ...Object.fromEntries(passed.map((name) => [name, `canary of ${name}`])),
    });
  });
});

test.each([
  [
    "echo 'warning: slow' >&2; echo 'fatal: no such repository' >&2; echo 'and more' >&2; exit 128",
    "fatal: no such repository",
  ],
  ["echo 'one' >&2; echo 'two' >&2; exit 3", "two"],
  ["exit 3", "git ended with 3"],
  ["sleep 30", "git did not finish within 0.5 s", 500],
])("where git says %j the reason is %j", async (script, reason, timeoutMs = 60_000) => {
  await using place = await fakeGit(`PATH=/usr/bin:/bin\n${script}`);
  await using git = await Git.open(source, { PATH: place.folder });
  await expect(git.run({ args: [], cwd: place.folder, timeoutMs })).rejects.toThrow(
    `${source.url} could not be fetched: ${reason}`,
  );
});
