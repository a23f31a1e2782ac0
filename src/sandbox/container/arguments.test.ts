import { describe, expect, test } from "vitest";
import { type ContainerCommand, containerArguments } from "./arguments.ts";
import type { Engine } from "./engine.ts";
import { buildSystemCallProfile } from "./system-call-profile.ts";

const kernel = { memory: "kernel", cpu: "kernel", pids: "kernel", disk: "watched" } as const;
const podman: Engine = {
  name: "podman",
  path: "/usr/bin/podman",
  version: "5.0.0",
  limits: kernel,
  isRootless: false,
  mapsUsers: true,
  runFlags: ["--runtime", "/usr/sbin/runc"],
};
const docker: Engine = { ...podman, name: "docker", path: "/usr/bin/docker", mapsUsers: false, runFlags: [] };

const command: ContainerCommand = {
  engine: podman,
  image: "node:22",
  name: "axis-1",
  runId: "run-1",
  sharesNetwork: false,
  limits: { memoryBytes: 1024, cpuPercent: 150, pids: 64, diskBytes: 2048 },
  filter: "/run-folder/filter.json",
  mounts: [
    { path: "/tmp", source: "/runs/1/shared", access: "write" },
    { path: "/tool", source: "/tool", access: "read" },
    { path: "/tool/secret", source: "/tool/secret", access: "hidden" },
  ],
  env: { HOME: "/runs/1/home", API_KEY: "secret", AXIS_RUN_ID: "run-1" },
  hasInput: true,
  cwd: "/runs/1/work",
  command: ["/bin/sh", "-c", '"$@"; exit $?', "sh", "node"],
};

test("podman as root gets every flag", () => {
  expect(containerArguments(command)).toEqual([
    "--runtime",
    "/usr/sbin/runc",
    "run",
    "--rm",
    "--pull",
    "never",
    "--name",
    "axis-1",
    "--label",
    "axis.run=run-1",
    "--interactive",
    "--network",
    "none",
    "--read-only",
    "--cap-drop",
    "all",
    "--security-opt",
    "no-new-privileges",
    "--security-opt",
    "label=disable",
    "--security-opt",
    "seccomp=/run-folder/filter.json",
    "--http-proxy=false",
    "--read-only-tmpfs=false",
    "--user",
    "1000:1000",
    "--uidmap",
    "0:1:1000",
    "--uidmap",
    "1000:0:1",
    "--gidmap",
    "0:1:1000",
    "--gidmap",
    "1000:0:1",
    "--memory",
    "1024",
    "--memory-swap",
    "1024",
    "--cpus",
    "1.5",
    "--pids-limit",
    "64",
    "--ulimit",
    expect.stringMatching(/^nofile=\d+:\d+$/),
    "--ulimit",
    expect.stringMatching(/^nproc=\d+:\d+$/),
    "--ulimit",
    "fsize=2048:2048",
    "--mount",
    "type=bind,source=/runs/1/shared,destination=/tmp",
    "--mount",
    "type=bind,source=/tool,destination=/tool,readonly",
    "--mount",
    "type=tmpfs,destination=/tool/secret,tmpfs-size=4096,tmpfs-mode=0555",
    "--env",
    "HOME=/runs/1/home",
    "--env",
    "API_KEY",
    "--env",
    "AXIS_RUN_ID=run-1",
    "--workdir",
    "/runs/1/work",
    "--entrypoint",
    "/bin/sh",
    "node:22",
    "-c",
    '"$@"; exit $?',
    "sh",
    "node",
  ]);
});

const flagsAfter = (words: readonly string[], flag: string) =>
  words.flatMap((word, index) => (word === flag ? [words[index + 1]] : []));

describe("the user", () => {
  test("of rootless podman is mapped by podman", () => {
    const words = containerArguments({ ...command, engine: { ...podman, isRootless: true } });
    expect(flagsAfter(words, "--userns")).toEqual(["keep-id:uid=1000,gid=1000"]);
    expect(flagsAfter(words, "--uidmap")).toEqual([]);
  });

  test("of docker is the one who started AXIS, and docker gets none of podman's flags", () => {
    const words = containerArguments({ ...command, engine: docker });
    expect(words[0]).toBe("run");
    expect(flagsAfter(words, "--user")).toEqual([`${process.getuid?.()}:${process.getgid?.()}`]);
    expect(words.filter((word) => /^--(?:http-proxy|read-only-tmpfs|userns|uidmap|gidmap|runtime)/.test(word))).toEqual(
      [],
    );
  });

  test("of rootless docker is root inside, which is the operator outside", () => {
    const words = containerArguments({ ...command, engine: { ...docker, isRootless: true } });
    expect(flagsAfter(words, "--user")).toEqual(["0:0"]);
  });
});

test("limits that the engine cannot enforce are not asked for", () => {
  const limits = { memory: "no", cpu: "no", pids: "no", disk: "watched" } as const;
  const words = containerArguments({ ...command, engine: { ...podman, limits } });
  expect(words.filter((word) => /^--(?:memory|cpus|pids)/.test(word))).toEqual([]);
});

test("the machine's network is used only if the policy says so", () => {
  expect(flagsAfter(containerArguments({ ...command, sharesNetwork: true }), "--network")).toEqual(["host"]);
});

test("a path that no engine can mount is an error", () => {
  const mounts = [{ path: "/a,b", source: "/a,b", access: "read" }] as const;
  expect(() => containerArguments({ ...command, mounts })).toThrow("cannot be mounted: /a,b");
});

test("values of variables are in no argument", () => {
  expect(containerArguments(command).join(" ")).not.toContain("secret ");
  expect(containerArguments(command).join(" ")).not.toContain("=secret");
});

test("the system-call profile names this architecture, and there is none for others", () => {
  expect(buildSystemCallProfile("x64")).toMatchObject({ architectures: ["SCMP_ARCH_X86_64"] });
  expect(buildSystemCallProfile("arm64")).toMatchObject({ architectures: ["SCMP_ARCH_AARCH64"] });
  expect(buildSystemCallProfile("riscv64")).toBeNull();
});
