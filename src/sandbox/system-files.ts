/** The few files of /etc that a sandbox has: accounts of its own, and what programs need to resolve names. */
import { existsSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The user inside, the same for every user of AXIS. */
export const insideUser = 1000;

/** Parts of the machine's /etc that hold no secrets: certificates, the linker's cache, the time zone. */
const sharedParts = [
  "ssl",
  "pki",
  "ca-certificates",
  "ca-certificates.conf",
  "alternatives",
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "localtime",
];
/** With the machine's network also its way of resolving names. */
const nameParts = ["hosts", "resolv.conf", "services", "protocols"];

export interface SystemFile {
  readonly source: string;
  readonly path: string;
}

/** Writes the generated files into a folder of the run, and lists what to mount where. */
export function writeSystemFiles(folder: string, home: string): SystemFile[] {
  const files = {
    passwd: `root:x:0:0:root:/nonexistent:/bin/false\naxis:x:${insideUser}:${insideUser}:axis:${home}:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:/bin/false\n`,
    group: `root:x:0:\naxis:x:${insideUser}:\nnogroup:x:65534:\n`,
    hosts: "127.0.0.1 localhost\n::1 localhost ip6-localhost\n",
    "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\nservices: files\nprotocols: files\n",
  };
  return Object.entries(files).map(([name, text]) => {
    const source = join(folder, name);
    writeFileSync(source, text);
    return { source, path: `/etc/${name}` };
  });
}

/** What is taken from the machine itself. The source is where links lead, because the links would lead nowhere inside. */
export function listSharedSystemFiles(hasHostNetwork: boolean): SystemFile[] {
  return [...sharedParts, ...(hasHostNetwork ? nameParts : [])]
    .map((name) => `/etc/${name}`)
    .filter((path) => existsSync(path))
    .map((path) => ({ source: realpathSync(path), path }));
}
