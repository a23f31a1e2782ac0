/** Tiny programs that make one system call and exit with its error number, for attacks that no common tool makes. */
import { writeFileSync } from "node:fs";

const numbers = {
  x64: { socket: 41, unshare: 272, keyctl: 250, io_uring_setup: 425, clone3: 435, mount: 165 },
  arm64: { socket: 198, unshare: 97, keyctl: 219, io_uring_setup: 425, clone3: 435, mount: 40 },
} as const;

export type CalledName = keyof (typeof numbers)["x64"];

/** Writes an executable file. A call that succeeds gives an exit code above 200 or 0. */
export function writeSystemCallProgram(file: string, name: CalledName, args: readonly [number, number, number]): void {
  const code = process.arch === "arm64" ? encodeArm64(numbers.arm64[name], args) : encodeX64(numbers.x64[name], args);
  writeFileSync(file, toExecutable(code), { mode: 0o755 });
}

function word(value: number): number[] {
  return [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, (value >>> 24) & 255];
}

function encodeX64(number: number, [first, second, third]: readonly [number, number, number]): number[] {
  return [
    191,
    ...word(first),
    190,
    ...word(second),
    186,
    ...word(third),
    184,
    ...word(number),
    15,
    5,
    247,
    216,
    137,
    199,
    184,
    ...word(60),
    15,
    5,
  ];
}

function encodeArm64(number: number, args: readonly [number, number, number]): number[] {
  const set = (register: number, value: number) => [
    ...word((0xd2800000 | ((value & 0xffff) << 5) | register) >>> 0), // movz
    ...word((0xf2a00000 | ((value >>> 16) << 5) | register) >>> 0), // movk, shifted by 16
  ];
  const call = word(0xd4000001);
  const negate = word(0xcb0003e0);
  return [
    ...args.flatMap((value, register) => set(register, value)),
    ...set(8, number),
    ...call,
    ...negate,
    ...set(8, 93),
    ...call,
  ];
}

/** An ELF file with one segment, which is mapped as a whole. */
function toExecutable(code: readonly number[]): Buffer {
  const headers = 64 + 56;
  const base = 0x400000n;
  const file = Buffer.alloc(headers + code.length);
  file.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  file.writeUInt16LE(2, 16); // executable
  file.writeUInt16LE(process.arch === "arm64" ? 183 : 62, 18);
  file.writeUInt32LE(1, 20);
  file.writeBigUInt64LE(base + BigInt(headers), 24); // where it starts
  file.writeBigUInt64LE(64n, 32);
  file.writeUInt16LE(64, 52);
  file.writeUInt16LE(56, 54);
  file.writeUInt16LE(1, 56);
  file.writeUInt32LE(1, 64); // loaded, readable and executable
  file.writeUInt32LE(5, 68);
  file.writeBigUInt64LE(base, 80);
  file.writeBigUInt64LE(base, 88);
  file.writeBigUInt64LE(BigInt(file.length), 96);
  file.writeBigUInt64LE(BigInt(file.length), 104);
  file.writeBigUInt64LE(0x1000n, 112);
  file.set(code, headers);
  return file;
}
