import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isInside } from "../core/paths/inside.ts";
import { planMounts, type WantedPaths } from "./mounts.ts";

const run: WantedPaths = { read: ["/usr"], write: ["/tmp/axis-1/work"], hidden: [], shared: "/tmp/axis-1/shared" };
const list = (wanted: Partial<WantedPaths>) =>
  planMounts({ ...run, ...wanted }).mounts.map(({ access, path }) => `${access} ${path}`);

describe("what is mounted", () => {
  test("the run's folders, below an empty folder that the agent cannot replace", () => {
    const plan = planMounts(run);
    expect(plan.mounts.map(({ access, path, source }) => [access, path, source])).toEqual([
      ["write", "/tmp", "/tmp/axis-1/shared"],
      ["read", "/usr", "/usr"],
      ["hidden", "/tmp/axis-1", "/tmp/axis-1"],
      ["write", "/tmp/axis-1/work", "/tmp/axis-1/work"],
    ]);
    expect(plan.claims).toEqual(["axis-1"]);
  });

  test("nothing twice: what a parent shows needs no mount of its own", () => {
    expect(list({ read: ["/usr", "/usr/bin", "/usr/lib/node"], write: ["/run/w", "/run/w/below"] })).toEqual([
      "write /tmp",
      "read /usr",
      "write /run/w",
    ]);
  });

  test("a hidden folder inside a visible one is covered, and what is listed in it is shown", () => {
    const wanted = { read: ["/opt", "/opt/project/agent.mjs"], write: [], hidden: ["/opt/project", "/home/me"] };
    expect(list(wanted)).toEqual(["write /tmp", "read /opt", "hidden /opt/project", "read /opt/project/agent.mjs"]);
  });

  test("a hidden folder that is itself listed is shown", () => {
    expect(list({ read: ["/home/me/project"], write: [], hidden: ["/home/me", "/home/me/project"] })).toEqual([
      "write /tmp",
      "read /home/me/project",
    ]);
  });

  test("a file directly in /tmp is claimed as it is", () => {
    expect(planMounts({ ...run, read: ["/tmp/agent.mjs"], write: [] }).claims).toEqual(["agent.mjs"]);
  });
});

test("whatever is asked for: parents come first, everything writable is, and nothing hidden shows", () => {
  const path = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 4 }).map((parts) => `/${parts.join("/")}`);
  const paths = fc.uniqueArray(path, { maxLength: 6 });
  fc.assert(
    fc.property(paths, paths, paths, (read, write, hidden) => {
      const { mounts } = planMounts({ read, write, hidden, shared: "/s" });
      const finds = (wanted: string) => mounts.findLast((mount) => isInside(mount.path, wanted));
      for (const [index, mount] of mounts.entries())
        expect(mounts.slice(index + 1).some((later) => later.path !== mount.path && isInside(later.path, mount.path))).toBe(false);
      for (const wanted of write) expect(finds(wanted)?.access).toBe("write");
      for (const wanted of hidden)
        if (![...read, ...write].some((shown) => isInside(shown, wanted) && [...read, ...write].includes(wanted)))
          if (!write.some((shown) => isInside(shown, wanted))) expect(finds(wanted)?.access ?? "hidden").toBe("hidden");
    }),
  );
});
