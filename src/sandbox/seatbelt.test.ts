import { describe, expect, test } from "vitest";
import { buildSeatbeltProfile, seatbeltArguments, seatbeltDriver, type SeatbeltPolicy } from "./seatbelt.ts";

const policy: SeatbeltPolicy = {
  network: [49152, 49153],
  read: ["/Users/ann/.npm/lib/node_modules", "/Users/ann/project"],
  hidden: ["/Users/ann", "/Users/ann/project/.axis"],
  write: ["/private/var/folders/x/axis-1/work", "/private/var/folders/x/axis-1/home"],
};

const golden = `(version 1)
(deny default)
(allow process-exec process-fork)
(allow signal process-info* (target same-sandbox))
(allow sysctl-read)
(allow pseudo-tty)
(allow ipc-posix-sem ipc-posix-shm)
(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo") (global-name "com.apple.system.notification_center") (global-name "com.apple.system.logger"))
(allow file-read* (subpath "/usr") (subpath "/bin") (subpath "/sbin") (subpath "/opt") (subpath "/nix") (subpath "/System") (subpath "/Library/Apple") (subpath "/Library/Developer") (subpath "/private/etc/ssl") (subpath "/private/var/db/timezone") (subpath "/private/var/select") (literal "/") (literal "/dev") (literal "/etc") (literal "/tmp") (literal "/var") (literal "/private") (literal "/private/etc") (literal "/private/var") (literal "/private/etc/localtime") (literal "/private/etc/passwd") (literal "/private/etc/group") (literal "/private/etc/hosts") (literal "/private/etc/protocols") (literal "/dev/random") (literal "/dev/urandom") (literal "/dev/zero") (literal "/dev/autofs_nowait"))
(allow file-read* file-write* file-ioctl (literal "/dev/null") (literal "/dev/tty") (literal "/dev/ptmx") (literal "/dev/dtracehelper") (regex #"^/dev/ttys[0-9]+$"))
(deny file-read* file-write* (subpath "/Users/ann"))
(allow file-read* (subpath "/Users/ann/project"))
(deny file-read* file-write* (subpath "/Users/ann/project/.axis"))
(allow file-read* (subpath "/Users/ann/.npm/lib/node_modules"))
(allow file-read* file-write* (subpath "/private/var/folders/x/axis-1/work"))
(allow file-read* file-write* (subpath "/private/var/folders/x/axis-1/home"))
(allow file-read-metadata (literal "/") (literal "/Users") (literal "/Users/ann") (literal "/Users/ann/.npm") (literal "/Users/ann/.npm/lib") (literal "/private") (literal "/private/var") (literal "/private/var/folders") (literal "/private/var/folders/x") (literal "/private/var/folders/x/axis-1"))
(allow network-outbound (remote ip "localhost:49152") (remote ip "localhost:49153"))`;

test("a profile is as expected, line by line", () => {
  expect(buildSeatbeltProfile(policy).split("\n")).toEqual(golden.split("\n"));
});

describe("a profile", () => {
  test("denies by default", () => {
    expect(buildSeatbeltProfile(policy).split("\n")[1]).toBe("(deny default)");
  });

  test("without ports allows no connection at all", () => {
    expect(buildSeatbeltProfile({ ...policy, network: [] })).not.toContain("network");
  });

  test("with the machine's network allows all of it", () => {
    expect(buildSeatbeltProfile({ ...policy, network: "host" })).toContain("(allow network*)");
  });

  test("cannot be changed by a name of a folder", () => {
    const profile = buildSeatbeltProfile({ ...policy, write: ['/a")(allow default)("', "/b\\"] });
    expect(profile).toContain('(subpath "/a\\")(allow default)(\\"")');
    expect(profile).toContain('(subpath "/b\\\\")');
  });
});

test("the profile is an argument, before the program and its arguments", () => {
  expect(seatbeltArguments("(version 1)", ["/bin/echo", "a b"])).toEqual(["-p", "(version 1)", "/bin/echo", "a b"]);
});

test.runIf(process.platform !== "darwin")("on other systems, the driver says what is missing", async () => {
  expect(await seatbeltDriver.probe()).toMatchObject({ missing: "seatbelt needs macOS" });
});
