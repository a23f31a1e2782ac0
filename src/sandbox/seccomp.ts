/** The system-call filter of a sandbox, as the BPF program that the kernel loads. It refuses what leads out of a namespace. */
import type { arch } from "node:process";

type Architecture = typeof arch;

interface SystemCalls {
  /** The kernel's number for the architecture; calls of another one (such as 32-bit) end the process. */
  readonly audit: number;
  readonly socket: number;
  readonly clone: number;
  readonly unshare: number;
  readonly ioctl: number;
  /** Namespaces, mounts, keys, modules, clocks, and interfaces with a history of kernel bugs. */
  readonly refused: readonly number[];
}

/** Numbers that are the same on both: clone's successor hides its flags in memory, so programs must fall back to clone. */
const clone3 = 435;
/** open_tree, move_mount, fsopen, fsconfig, fsmount, fspick, mount_setattr, quotactl_fd, open_tree_attr; io_uring's three. */
const refusedOnBoth = [428, 429, 430, 431, 432, 433, 442, 443, 467, 425, 426, 427];

const systemCalls: Partial<Record<Architecture, SystemCalls>> = {
  x64: {
    audit: 0xc000003e,
    socket: 41,
    clone: 56,
    unshare: 272,
    ioctl: 16,
    refused: [
      ...[308, 165, 166, 155, 161], // setns, mount, umount2, pivot_root, chroot
      ...[250, 248, 249, 321, 298, 323], // keyctl, add_key, request_key, bpf, perf_event_open, userfaultfd
      ...[175, 176, 313, 246, 320], // init_module, delete_module, finit_module, kexec_load, kexec_file_load
      ...[227, 164, 159, 305], // clock_settime, settimeofday, adjtimex, clock_adjtime
      ...[169, 167, 168, 163, 179, 103], // reboot, swapon, swapoff, acct, quotactl, syslog
      ...[304, 212, 300, 153, 172, 173, 180], // open_by_handle_at, lookup_dcookie, fanotify_init, vhangup, iopl, ioperm, nfsservctl
    ],
  },
  arm64: {
    audit: 0xc00000b7,
    socket: 198,
    clone: 220,
    unshare: 97,
    ioctl: 29,
    refused: [
      ...[268, 40, 39, 41, 51],
      ...[219, 217, 218, 280, 241, 282],
      ...[105, 106, 273, 104, 294],
      ...[112, 170, 171, 266],
      ...[142, 224, 225, 89, 60, 116],
      ...[265, 18, 262, 58, 42],
    ],
  },
};

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
  | { readonly test: "equals" | "atLeast" | "hasBits"; readonly value: number; readonly then: Target }
  | { readonly label: Target }
  | { readonly answer: keyof typeof answers };

/** Whether a filter exists for this architecture. */
export function hasSystemCallFilter(architecture: Architecture): boolean {
  return systemCalls[architecture] !== undefined;
}

/** Builds the filter; throws for an architecture without a table. */
export function buildSystemCallFilter(architecture: Architecture): Buffer {
  const calls = systemCalls[architecture];
  if (calls === undefined) throw new Error(`there is no system-call filter for ${architecture}`);
  const equals = (value: number, then: Target): Line => ({ test: "equals", value, then });
  return assemble([
    { load: fields.architecture },
    equals(calls.audit, "start"),
    { answer: "kill" },
    { label: "start" },
    { load: fields.number },
    ...(architecture === "x64" ? [{ test: "atLeast", value: firstX32, then: "refuse" } as const] : []),
    ...[...calls.refused, ...refusedOnBoth].map((number) => equals(number, "refuse")),
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
    { test: "hasBits", value: newNamespaces, then: "refuse" },
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
      const distance = (places.get(line.then) ?? Number.NaN) - at - 1;
      program.writeUInt8(distance, at * 8 + 2);
    }
    at += 1;
  }
  return program;
}
