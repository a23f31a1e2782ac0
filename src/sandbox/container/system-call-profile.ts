/** The system-call filter of a container, in the form that container engines read. It refuses what leads out of a namespace. */

/** Namespaces, mounts, keys, modules, clocks, and interfaces with a history of kernel bugs. */
const refused = [
  "unshare setns mount umount umount2 pivot_root chroot open_tree move_mount fsopen fsconfig fsmount fspick",
  "mount_setattr keyctl add_key request_key bpf perf_event_open userfaultfd io_uring_setup io_uring_enter",
  "io_uring_register init_module delete_module finit_module kexec_load kexec_file_load clock_settime",
  "clock_adjtime settimeofday adjtimex reboot swapon swapoff acct quotactl quotactl_fd syslog",
  "open_by_handle_at lookup_dcookie fanotify_init vhangup iopl ioperm nfsservctl vm86 vm86old uselib ustat",
  "sysfs _sysctl",
].flatMap((line) => line.split(" "));

/** All flags of clone that create a namespace. */
const namespaceFlags = [0x2_0000, 0x200_0000, 0x400_0000, 0x800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000];
/** Unix, IPv4, IPv6, netlink. AF_VSOCK must not pass: it is not part of a network namespace, and a hypervisor may answer. */
const allowedFamilies = [1, 2, 10, 16];
const lastFamily = 16;
/** TIOCSTI types into the operator's terminal; TIOCLINUX can paste into it. */
const terminalRequests = [0x5412, 0x541c];
const errorPermission = 1;
const errorMissing = 38;
const errorFamily = 97;

const architectures: Partial<Record<typeof process.arch, string>> = {
  x64: "SCMP_ARCH_X86_64",
  arm64: "SCMP_ARCH_AARCH64",
};

interface Rule {
  readonly names: readonly string[];
  readonly action: "SCMP_ACT_ERRNO";
  readonly errnoRet: number;
  readonly args?: readonly { index: number; value: number; valueTwo?: number; op: string }[];
}

/** Null if there is none for this architecture. Calls of another architecture (such as 32-bit) end the process. */
export function buildSystemCallProfile(arch: typeof process.arch): object | null {
  const architecture = architectures[arch];
  if (architecture === undefined) return null;
  const otherFamilies = Array.from({ length: lastFamily }, (_, family) => family).filter(
    (family) => !allowedFamilies.includes(family),
  );
  return {
    defaultAction: "SCMP_ACT_ALLOW",
    architectures: [architecture],
    syscalls: [
      refuse(refused),
      // It hides its flags in memory, so programs must fall back to clone.
      { ...refuse(["clone3"]), errnoRet: errorMissing },
      ...namespaceFlags.map((flag) => refuse(["clone"], { index: 0, value: flag, valueTwo: flag, op: maskedEqual })),
      ...otherFamilies.map((family) => refuseFamily({ index: 0, value: family, op: "SCMP_CMP_EQ" })),
      refuseFamily({ index: 0, value: lastFamily, op: "SCMP_CMP_GT" }),
      // The kernel looks only at the lower half of the argument.
      ...terminalRequests.map((request) =>
        refuse(["ioctl"], { index: 1, value: 0xffff_ffff, valueTwo: request, op: maskedEqual }),
      ),
    ],
  };
}

const maskedEqual = "SCMP_CMP_MASKED_EQ";

function refuse(names: readonly string[], ...args: NonNullable<Rule["args"]>): Rule {
  return { names, action: "SCMP_ACT_ERRNO", errnoRet: errorPermission, ...(args.length > 0 && { args }) };
}

/** As if the kernel did not have it. */
function refuseFamily(...args: NonNullable<Rule["args"]>): Rule {
  return { ...refuse(["socket"], ...args), errnoRet: errorFamily };
}
