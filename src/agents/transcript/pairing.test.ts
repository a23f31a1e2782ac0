import { expect, test } from "vitest";
import { Entry, type EntryInput } from "../../core/entry.ts";
import { pairEntries } from "./pairing.ts";

const use = (id: string | null = null): EntryInput => ({ type: "tool_use", id, tool: "Bash" });
const result = (id: string | null = null): EntryInput => ({ type: "tool_result", id, output: "" });
const error = (id?: string): EntryInput => ({ type: "error", message: "broken", ...(id === undefined ? {} : { id }) });
const said: EntryInput = { type: "assistant", text: "hm" };

function pairs(...entries: EntryInput[]): number[] {
  return [...pairEntries(entries.map((entry) => Entry.parse(entry))).partners];
}

test("a result belongs to the call with its id, in whatever order they come", () => {
  expect(pairs(use("a"), use("b"), result("b"), result("a"))).toEqual([3, 2, 1, 0]);
});

test("a result before its call is paired by id all the same", () => {
  expect(pairs(result("a"), use("a"))).toEqual([1, 0]);
});

test("of two results with one id the first wins and the second is alone", () => {
  expect(pairs(use("a"), result("a"), result("a"))).toEqual([1, 0, -1]);
});

test("a further result with a known id is not given to another call by position", () => {
  expect(pairs(use("a"), use(null), result("a"), result("a"))).toEqual([2, -1, 0, -1]);
});

test("calls that share an id get its results in order", () => {
  expect(pairs(use("a"), use("a"), result("a"), result("a"))).toEqual([2, 3, 0, 1]);
  expect(pairs(use("a"), result("a"), use("a"), result("a"))).toEqual([1, 0, 3, 2]);
});

test("without ids the first call takes the first result, the second the second", () => {
  expect(pairs(use(), use(), result(), result())).toEqual([2, 3, 0, 1]);
});

test("by position only a later result is taken", () => {
  expect(pairs(result(), use(), result(), result(), use())).toEqual([-1, 2, 1, -1, -1]);
});

test("a result with an id that no call has is paired by position", () => {
  expect(pairs(use("a"), result("z"))).toEqual([1, 0]);
});

test("an empty id is no id", () => {
  expect(pairs(use(""), use("a"), result("a"), result(""))).toEqual([3, 2, 1, 0]);
});

test("an error with the id of a call belongs to it, and a result after it is alone", () => {
  expect(pairs(use("a"), said, said, error("a"), result("a"))).toEqual([3, -1, -1, 0, -1]);
});

test("an error with an id that no call has is alone, even right after a call", () => {
  expect(pairs(use("a"), error("z"))).toEqual([-1, -1]);
});

test("an error without id belongs to an unanswered call right before it, or with one entry between", () => {
  expect(pairs(use(), error())).toEqual([1, 0]);
  expect(pairs(use(), said, error())).toEqual([2, -1, 0]);
  expect(pairs(use(), said, said, error())).toEqual([-1, -1, -1, -1]);
});

test("an error after an answered call is alone, and so is a second error", () => {
  expect(pairs(use("a"), result("a"), error())).toEqual([1, 0, -1]);
  expect(pairs(use(), error(), error())).toEqual([1, 0, -1]);
});

test("an id named like a property of every object is an id like any other", () => {
  expect(pairs(use("__proto__"), use("constructor"), result("constructor"), result("__proto__"))).toEqual([3, 2, 1, 0]);
});

test("a program that counts its calls anew in each turn is answered within the turn", () => {
  const inTurn = (turn: number, entry: EntryInput): EntryInput => ({ ...entry, turn });
  const unanswered = inTurn(0, use("item_1"));
  expect(pairs(unanswered, inTurn(1, use("item_1")), inTurn(1, result("item_1")))).toEqual([-1, 2, 1]);
  expect(pairs(inTurn(1, use("item_1")), inTurn(2, use("item_1")), inTurn(2, result("item_1")))).toEqual([-1, 2, 1]);
  // A call that was answered in its turn does not take what is meant for a later one.
  const first = [inTurn(1, use("item_1")), inTurn(1, result("item_1"))];
  expect(pairs(...first, inTurn(2, use("item_1")), inTurn(3, result("item_1")))).toEqual([1, 0, 3, 2]);
  // One that comes late, and is the only one of its id, still finds its call.
  expect(pairs(unanswered, inTurn(1, said), inTurn(1, result("item_1")))).toEqual([2, -1, 0]);
  expect(pairs(unanswered, inTurn(1, use("item_1")), inTurn(1, result("item_1")), inTurn(1, result("item_1")))).toEqual(
    [3, 2, 1, 0],
  );
});
