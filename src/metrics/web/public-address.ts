/** Decides which network addresses belong to the public internet. All others are internal and are rejected. */
import { BlockList, isIP } from "node:net";

/** Ranges that are not public: loopback, private, link-local with the metadata address, shared, multicast, reserved. */
const privateRanges: readonly (readonly [net: string, prefix: number, family: "ipv4" | "ipv6"])[] = [
  ["0.0.0.0", 8, "ipv4"],
  ["10.0.0.0", 8, "ipv4"],
  ["100.64.0.0", 10, "ipv4"],
  ["127.0.0.0", 8, "ipv4"],
  ["169.254.0.0", 16, "ipv4"],
  ["172.16.0.0", 12, "ipv4"],
  ["192.0.0.0", 24, "ipv4"],
  ["192.0.2.0", 24, "ipv4"],
  ["192.88.99.0", 24, "ipv4"],
  ["192.168.0.0", 16, "ipv4"],
  ["198.18.0.0", 15, "ipv4"],
  ["198.51.100.0", 24, "ipv4"],
  ["203.0.113.0", 24, "ipv4"],
  ["224.0.0.0", 4, "ipv4"],
  ["240.0.0.0", 4, "ipv4"],
  ["::", 128, "ipv6"],
  ["::1", 128, "ipv6"],
  ["100::", 64, "ipv6"],
  ["2001:db8::", 32, "ipv6"],
  ["fc00::", 7, "ipv6"],
  ["fe80::", 10, "ipv6"],
  ["fec0::", 10, "ipv6"],
  ["ff00::", 8, "ipv6"],
];

/** IPv6 ranges that embed an IPv4 address in their last 32 bits, or after the first 16; they are judged by that address. */
const embeddingRanges = [
  { net: toSubnet("::", 96), at: 6 },
  { net: toSubnet("::ffff:0:0", 96), at: 6 },
  { net: toSubnet("64:ff9b::", 96), at: 6 },
  { net: toSubnet("64:ff9b:1::", 48), at: 6 },
  { net: toSubnet("2002::", 16), at: 1 },
];

const blocked = new BlockList();
for (const [net, prefix, family] of privateRanges) blocked.addSubnet(net, prefix, family);

/** Whether an address is public; a text that is not an address is not public. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, "");
  const family = isIP(bare);
  if (family === 4) return !blocked.check(bare, "ipv4");
  if (family !== 6) return false;
  if (blocked.check(bare, "ipv6")) return false;
  const within = extractIpv4(bare);
  return within === null || isPublicAddress(within);
}

function extractIpv4(address: string): string | null {
  const form = embeddingRanges.find(({ net }) => net.check(address, "ipv6"));
  if (form === undefined) return null;
  const groups = parseGroups(address);
  const [high, low] = [groups[form.at] ?? 0, groups[form.at + 1] ?? 0];
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

function toSubnet(prefix: string, bits: number): BlockList {
  const list = new BlockList();
  list.addSubnet(prefix, bits, "ipv6");
  return list;
}

/** Parses the eight groups of an IPv6 address, expanding `::` and a dotted IPv4 ending. */
function parseGroups(address: string): number[] {
  const dotted = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const [a, b, c, d] = (dotted ?? []).slice(1).map(Number);
  const plain =
    dotted === null
      ? address
      : `${address.slice(0, dotted.index)}${(((a ?? 0) << 8) | (b ?? 0)).toString(16)}:${(((c ?? 0) << 8) | (d ?? 0)).toString(16)}`;
  const [left = "", right] = plain.split("::");
  const read = (part: string): number[] =>
    part
      .split(":")
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16));
  const [before, after] = [read(left), read(right ?? "")];
  const gap = right === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: gap }, () => 0), ...after];
}
