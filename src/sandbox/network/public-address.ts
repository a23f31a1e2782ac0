/** Tells addresses of public hosts from those that lead to this machine, its networks, or nowhere. */
import { BlockList, isIP } from "node:net";

/** IPv4: everything is public except these. The words are those of the registries of special addresses. */
const notPublic4: readonly (readonly [network: string, bits: number])[] = [
  ["0.0.0.0", 8], // this network
  ["10.0.0.0", 8], // private
  ["100.64.0.0", 10], // shared, behind a provider's NAT
  ["127.0.0.0", 8], // loopback
  ["168.63.129.16", 32], // the metadata service of a cloud, although in public space
  ["169.254.0.0", 16], // link-local
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocol assignments
  ["192.0.2.0", 24], // documentation
  ["192.88.99.0", 24], // 6to4 relays
  ["192.168.0.0", 16], // private
  ["198.18.0.0", 15], // benchmark
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, broadcast
];

/** IPv6: only this part is public. Outside it are ::/96, mapped, NAT64, unique local, link-local, site-local, multicast. */
const public6 = ["2000::", 3] as const;

/** And of that part, not these. */
const notPublic6: readonly (readonly [network: string, bits: number])[] = [
  ["2001::", 23], // protocol assignments: Teredo, benchmark and others
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4, which contains an IPv4 address
  ["3fff::", 20], // documentation
];

const blocked = new BlockList();
for (const [network, bits] of notPublic4) blocked.addSubnet(network, bits, "ipv4");
for (const [network, bits] of notPublic6) blocked.addSubnet(network, bits, "ipv6");
const publicSpace = new BlockList();
publicSpace.addSubnet(public6[0], public6[1], "ipv6");

/** Whether it is neither special nor one of `own`, the addresses of this machine. */
export function isReachableAddress(address: string, own: readonly string[]): boolean {
  const version = address.includes("%") ? 0 : isIP(address);
  if (version === 0) return false;
  if (version === 6 && !publicSpace.check(address, "ipv6")) return false;
  const family = version === 6 ? "ipv6" : "ipv4";
  return !blocked.check(address, family) && !listAddresses(own).check(address, family);
}

function listAddresses(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const address of addresses) {
    const version = isIP(address);
    if (version !== 0 && !address.includes("%")) list.addAddress(address, version === 6 ? "ipv6" : "ipv4");
  }
  return list;
}
