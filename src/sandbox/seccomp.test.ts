import { describe, expect, test } from "vitest";
import { buildSystemCallFilter, hasSystemCallFilter } from "./seccomp.ts";

const refused = 0x00050001;
const absent = 0x00050000 + 38;
const noFamily = 0x00050000 + 97;
const allowed = 0x7fff0000;
const killed = 0x80000000;

interface Call {
  readonly audit: number;
  readonly number: number;
  readonly arguments?: readonly bigint[];
}

/** What the kernel would answer: it runs the same five instructions. */
function answer(program: Buffer, call: Call): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call.number, 0);
  data.writeUInt32LE(call.audit, 4);
  for (const [index, value] of (call.arguments ?? []).entries()) data.writeBigUInt64LE(value, 16 + index * 8);
  let loaded = 0;
  for (let at = 0; ; at += 1) {
    const [operation, value] = [program.readUInt16LE(at * 8), program.readUInt32LE(at * 8 + 4)];
    const jump = (holds: boolean) => (at += program.readUInt8(at * 8 + (holds ? 2 : 3)));
    if (operation === 0x06) return value;
    if (operation === 0x20) loaded = data.readUInt32LE(value);
    else if (operation === 0x15) jump(loaded === value);
    else if (operation === 0x35) jump(loaded >= value);
    else if (operation === 0x45) jump((loaded & value) !== 0);
    else throw new Error(`unknown operation ${operation}`);
  }
}

const machines = [
  { name: "x64", audit: 0xc000003e, socket: 41, clone: 56, unshare: 272, ioctl: 16, mount: 165, keyctl: 250, read: 0 },
  {
    name: "arm64",
    audit: 0xc00000b7,
    socket: 198,
    clone: 220,
    unshare: 97,
    ioctl: 29,
    mount: 40,
    keyctl: 219,
    read: 63,
  },
] as const;

describe.each(machines)("the filter for $name", (machine) => {
  const program = buildSystemCallFilter(machine.name);
  const call = (number: number, ...values: bigint[]) =>
    answer(program, { audit: machine.audit, number, arguments: values });

  test("lets ordinary calls pass", () => {
    expect(call(machine.read)).toBe(allowed);
  });

  test("lets only unix, inet, inet6 and netlink sockets pass", () => {
    for (const family of [1n, 2n, 10n, 16n]) expect(call(machine.socket, family)).toBe(allowed);
    for (const family of [0n, 3n, 17n, 31n, 38n, 40n, 44n]) expect(call(machine.socket, family)).toBe(noFamily);
  });

  test("the upper half of an argument hides nothing", () => {
    expect(call(machine.socket, 0xffff_ffff_0000_0028n)).toBe(noFamily);
    expect(call(machine.ioctl, 0n, 0xffff_ffff_0000_5412n)).toBe(refused);
  });

  test("refuses new namespaces, but not threads and processes", () => {
    for (const flag of [0x20000n, 0x2000000n, 0x4000000n, 0x8000000n, 0x10000000n, 0x20000000n, 0x40000000n, 0x80n]) {
      expect(call(machine.clone, flag | 17n)).toBe(refused);
      expect(call(machine.unshare, flag)).toBe(refused);
    }
    expect(call(machine.clone, 0x003d0f00n)).toBe(allowed);
    expect(call(machine.clone, 17n)).toBe(allowed);
    expect(call(435)).toBe(absent);
  });

  test("refuses mounts, keys, io_uring and typing into a terminal", () => {
    for (const number of [machine.mount, machine.keyctl, 425, 426, 427, 428, 442]) expect(call(number)).toBe(refused);
    expect(call(machine.ioctl, 0n, 0x5412n)).toBe(refused);
    expect(call(machine.ioctl, 0n, 0x541cn)).toBe(refused);
    expect(call(machine.ioctl, 0n, 0x5413n)).toBe(allowed);
  });

  test("ends a process that calls for another architecture", () => {
    expect(answer(program, { audit: 0x40000003, number: machine.read })).toBe(killed);
  });

  test("is short enough for the kernel", () => {
    expect(program.length % 8).toBe(0);
    expect(program.length / 8).toBeLessThan(4096);
  });
});

test("on x64 the x32 interface is refused as a whole", () => {
  const program = buildSystemCallFilter("x64");
  expect(answer(program, { audit: 0xc000003e, number: 0x40000000 + 41, arguments: [40n] })).toBe(refused);
});

test("there is no filter for other architectures", () => {
  expect(hasSystemCallFilter("riscv64")).toBe(false);
  expect(() => buildSystemCallFilter("ia32")).toThrow("no system-call filter for ia32");
});
