/** The system-call filter of a sandbox, as the BPF program that the kernel loads. It refuses what leads out of a namespace. */
import type { arch } from "node:process";

type Architecture = typeof arch;

interface Numbers {
  /** The kernel's number for the architecture; calls of another one (such as 32-bit) end the process. */
  readonly audit: number;
  readonly socket: number;
  readonly clone: number;
  readonly unshare: number;
  readonly ioctl: number;
}

const numbers: Partial<Record<Architecture, Numbers>> = {
  x64: { audit: 0xc000003e, socket: 41, clone: 56, unshare: 272, ioctl: 16 },
  arm64: { audit: 0xc00000b7, socket: 198, clone: 220, unshare: 97, ioctl: 29 },
};

/** Namespaces, mounts, keys, modules, clocks, and interfaces with a history of kernel bugs: on x64 and on arm64. */
const refusedCalls: Readonly<Record<string, readonly [x64: number, arm64: number]>> = {
  setns: [308, 268],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  keyctl: [250, 219],
  add_key: [248, 217],
  request_key: [249, 218],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  init_module: [175, 105],
  delete_module: [176, 106],
  finit_module: [313, 273],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  clock_settime: [227, 112],
  settimeofday: [164, 170],
  adjtimex: [159, 171],
  clock_adjtime: [305, 266],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  quotactl: [179, 60],
  syslog: [103, 116],
  open_by_handle_at: [304, 265],
  lookup_dcookie: [212, 18],
  fanotify_init: [300, 262],
  vhangup: [153, 58],
  nfsservctl: [180, 42],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  quotactl_fd: [443, 443],
  open_tree_attr: [467, 467],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
};

/** These exist on x64 only. */
const refusedOnX64 = { iopl: 172, ioperm: 173 };

/** The successor of clone hides its flags in memory, so programs must fall back to clone. */
const clone3 = 435;

/** Unix, IPv4, IPv6, netlink. AF_VSOCK must not pass: it is not part of a network namespace, and a hypervisor may answer. */
const allowedFamilies = [1, 2, 10, 16];
/** All flags that create a namespace. */
const newNamespaces = 0x7e020080;
/** TIOCSTI types into the operator's terminal; TIOCLINUX can paste into it. */
const refusedRequests = [0x5412, 0x541c];
/** On x64, calls from here on are those of the x32 interface. */
const firstX32 = 0x40000000;

const permissionDenied = 1;
const notImplemented = 38;
const familyNotSupported = 97;

const answers = {
  allow: 0x7fff0000,
  kill: 0x80000000,
  refuse: 0x00050000 + permissionDenied,
  absent: 0x00050000 + notImplemented,
  noFamily: 0x00050000 + familyNotSupported,
};

/** Offsets in what the kernel shows to the filter; of an argument, the lower half, which is all these calls use. */
const fields = { number: 0, architecture: 4, argument0: 16, argument1: 24 };

type Target = keyof typeof answers | "start" | "socket" | "flags" | "request";
type Line =
  | { readonly load: number }
  | { readonly test: "equals" | "atLeast" | "hasBits"; readonly value: number; readonly goto: Target }
  | { readonly label: Target }
  | { readonly answer: keyof typeof answers };

/** Whether a filter exists for this architecture. */
export function hasSystemCallFilter(architecture: Architecture): boolean {
  return numbers[architecture] !== undefined;
}

/** Builds the filter; throws for an architecture without a table. */
export function buildSystemCallFilter(architecture: Architecture): Buffer {
  const calls = numbers[architecture];
  if (calls === undefined) throw new Error(`there is no system-call filter for ${architecture}`);
  const equals = (value: number, target: Target): Line => ({ test: "equals", value, goto: target });
  return assemble([
    { load: fields.architecture },
    equals(calls.audit, "start"),
    { answer: "kill" },
    { label: "start" },
    { load: fields.number },
    ...(architecture === "x64" ? [{ test: "atLeast", value: firstX32, goto: "refuse" } as const] : []),
    ...listRefusedCalls(architecture).map((number) => equals(number, "refuse")),
    equals(clone3, "absent"),
    equals(calls.socket, "socket"),
    equals(calls.clone, "flags"),
    equals(calls.unshare, "flags"),
    equals(calls.ioctl, "request"),
    { answer: "allow" },
    { label: "socket" },
    { load: fields.argument0 },
    ...allowedFamilies.map((family) => equals(family, "allow")),
    { answer: "noFamily" },
    { label: "flags" },
    { load: fields.argument0 },
    { test: "hasBits", value: newNamespaces, goto: "refuse" },
    { answer: "allow" },
    { label: "request" },
    { load: fields.argument1 },
    ...refusedRequests.map((request) => equals(request, "refuse")),
    { label: "allow" },
    { answer: "allow" },
    { label: "refuse" },
    { answer: "refuse" },
    { label: "absent" },
    { answer: "absent" },
  ]);
}

function listRefusedCalls(architecture: Architecture): number[] {
  if (architecture === "arm64") return Object.values(refusedCalls).map(([, number]) => number);
  return [...Object.values(refusedCalls).map(([number]) => number), ...Object.values(refusedOnX64)];
}

const operations = { load: 0x20, equals: 0x15, atLeast: 0x35, hasBits: 0x45, answer: 0x06 };

/** Each instruction is 8 bytes: operation, two jump distances, a value. Jumps only lead forward. */
function assemble(lines: readonly Line[]): Buffer {
  const places = new Map<Target, number>();
  let count = 0;
  for (const line of lines)
    if ("label" in line) places.set(line.label, count);
    else count += 1;
  const program = Buffer.alloc(count * 8);
  const write = (at: number, operation: number, value: number) => {
    program.writeUInt16LE(operation, at * 8);
    program.writeUInt32LE(value, at * 8 + 4);
  };
  let at = 0;
  for (const line of lines) {
    if ("label" in line) continue;
    if ("load" in line) write(at, operations.load, line.load);
    else if ("answer" in line) write(at, operations.answer, answers[line.answer]);
    else {
      write(at, operations[line.test], line.value);
      const distance = (places.get(line.goto) ?? Number.NaN) - at - 1;
      program.writeUInt8(distance, at * 8 + 2);
    }
    at += 1;
  }
  return program;
}
