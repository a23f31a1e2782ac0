import fc from "fast-check";
import { expect, test } from "vitest";
import { groupChunks, formatGroupName, parseGroupName } from "./stored-pages.ts";

/** Chunks that follow each other: how many events, how many bytes. */
const anyChunks = fc
  .array(fc.record({ events: fc.integer({ min: 1, max: 50 }), bytes: fc.integer({ min: 1, max: 300_000 }) }))
  .map((sizes) => {
    let next = 0;
    return sizes.map(({ events, bytes }) => {
      const first_index = next;
      next += events;
      return { first_index, last_index: next - 1, bytes };
    });
  });

test("groups follow each other without a gap, and hold every event once", () => {
  fc.assert(
    fc.property(anyChunks, (chunks) => {
      const groups = groupChunks(chunks);
      expect(groups[0]?.first).toBe(chunks[0]?.first_index);
      expect(groups.at(-1)?.last).toBe(chunks.at(-1)?.last_index);
      for (const [at, group] of groups.entries()) if (at > 0) expect(group.first).toBe(groups[at - 1]!.last + 1);
    }),
  );
});

test("the first chunk goes alone; small ones behind it go together", () => {
  const chunks = Array.from({ length: 10 }, (_, at) => ({ first_index: at, last_index: at, bytes: 1_000 }));
  expect(groupChunks(chunks)).toEqual([
    { first: 0, last: 0 },
    { first: 1, last: 8 },
    { first: 9, last: 9 },
  ]);
  const large = chunks.map((chunk) => ({ ...chunk, bytes: 150_000 }));
  expect(groupChunks(large)).toHaveLength(10);
  expect(groupChunks([])).toEqual([]);
});

test("a name leads back to its group, and what is no name leads nowhere", () => {
  const group = { first: 3, last: 12 };
  expect(parseGroupName(formatGroupName(group))).toEqual(group);
  for (const name of ["entries.0", "entries.5.4", "entries.-1.4", "entries.1e3.9", "agent.0", ""])
    expect(parseGroupName(name)).toBeUndefined();
});
