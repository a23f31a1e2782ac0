/** `--open-pr` pushes the winner's branch and nothing else, and asks `gh` for a pull request that a person reviews. */
import { execFile } from "node:child_process";
import { chmod, cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { openProject } from "./fixtures/driven.ts";
import { root } from "./markdown.ts";

const run = promisify(execFile);

/** The example with a bare remote, and a `gh` that notes what it is asked and copies the body of a pull request. */
async function openExample() {
  const project = await openProject({});
  const { folder, outside } = project;
  await cp(join(root, "examples/compete"), folder, { recursive: true });
  const git = async (...args: string[]) => {
    const who = ["-c", "user.name=test", "-c", "user.email=test@localhost"];
    return (await run("git", [...who, ...args], { cwd: folder })).stdout.trimEnd();
  };
  await git("init", "--quiet", "--initial-branch=main");
  await git("add", "--all");
  await git("commit", "--quiet", "--message=the base");
  const remote = join(outside, "remote.git");
  await git("init", "--quiet", "--bare", remote);
  const programs = join(outside, "bin");
  await mkdir(programs);
  const gh = [
    "#!/bin/sh",
    `printf '%s|' "$@" >> "${outside}/asked"; echo >> "${outside}/asked"`,
    `[ -e "${outside}/refuse" ] && [ "$1" = pr ] && { echo "no rights" >&2; exit 1; }`,
    `while [ $# -gt 0 ]; do [ "$1" = --body-file ] && cp "$2" "${outside}/body"; shift; done`,
    "echo https://example.com/pull/7",
  ];
  await writeFile(join(programs, "gh"), gh.join("\n"));
  await chmod(join(programs, "gh"), 0o755);
  const env = { PATH: `${programs}:${project.env["PATH"]}` };
  const branches = async () =>
    (await run("git", ["branch", "--format=%(refname:short)"], { cwd: remote })).stdout.trim();
  const asked = async () => (await readFile(join(outside, "asked"), "utf8")).trim().split("\n");
  return Object.assign(project, { git, remote, pathWithGh: env, branches, asked });
}

test("the winner's branch alone is pushed, and the pull request says who won and what the gates said", async () => {
  await using project = await openExample();
  const { git, remote, pathWithGh, outside } = project;
  await git("remote", "add", "origin", remote);
  const before = [await git("status", "--porcelain"), await git("rev-parse", "HEAD")];
  const { code, stdout, stderr } = await project.axis(["compete", "slug", "--open-pr"], { env: pathWithGh });
  expect(code).toBe(0);
  expect(stderr).toContain("Opened https://example.com/pull/7");
  const branch = /^Branch +(axis\S+)$/m.exec(stdout)?.[1] ?? "";
  expect(await project.branches()).toBe(branch);
  const [login, created] = await project.asked();
  expect(login).toBe("auth|status|");
  expect(created).toContain(`pr|create|--head|${branch}|--title|slug: work of careful|--body-file|`);
  const body = await readFile(join(outside, "body"), "utf8");
  expect(body).toContain("`WINNER careful by scorecard");
  expect(body).toMatch(/\| 1 \| `careful` \| 1 of 1 \| \d+ \|/);
  expect(body).toMatch(/### Scorecard of this work: \d+ \w+/);
  expect(body).toMatch(/\| `test` \| 1 \| passed \|/);
  expect([await git("status", "--porcelain"), await git("rev-parse", "HEAD")]).toEqual(before);
});

test("without gh or without a remote nothing runs", async () => {
  await using project = await openExample();
  const noRemote = await project.axis(["compete", "slug", "--open-pr"], { env: project.pathWithGh });
  expect(noRemote).toMatchObject({ code: 2, stdout: "" });
  expect(noRemote.stderr).toContain('--open-pr requires the remote "origin"');
  await project.git("remote", "add", "origin", project.remote);
  await rm(join(project.outside, "bin", "gh"));
  const bin = join(project.outside, "bin");
  for (const name of ["git", "sh"])
    await writeFile(join(bin, name), `#!/bin/sh\nexec /usr/bin/env PATH=${project.env["PATH"]} ${name} "$@"\n`, {
      mode: 0o755,
    });
  const noProgram = await project.axis(["compete", "slug", "--open-pr"], { env: { PATH: bin } });
  expect(noProgram).toMatchObject({ code: 2, stdout: "" });
  expect(noProgram.stderr).toContain("--open-pr requires the program gh");
  expect(await project.git("branch", "--list", "axis/*")).toBe("");
});

test("a refused pull request keeps the winner, and can be opened later", async () => {
  await using project = await openExample();
  const { git, remote, pathWithGh, outside } = project;
  await git("remote", "add", "origin", remote);
  await writeFile(join(outside, "refuse"), "");
  const refused = await project.axis(["compete", "slug", "-a", "careful,lazy", "--open-pr"], { env: pathWithGh });
  expect(refused.stdout).toContain("WINNER careful");
  expect(refused.stderr).toContain("gh could not open a pull request (no rights)");
  expect(refused.code).toBe(2);
  await rm(join(outside, "refuse"));
  const again = await project.axis(["compete", "show", "--open-pr"], { env: pathWithGh });
  expect(again.stderr).toContain("Opened https://example.com/pull/7");
});
