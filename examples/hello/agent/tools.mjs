/** What tinker can do. Every call and every result is printed, so that AXIS sees what the agent saw. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";

/** One JSON line for AXIS. */
export function print(line) {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** Thinks aloud. */
export function say(text) {
  entry({ type: "assistant", text }, text);
}

export function listFiles(path) {
  return call("list_directory", { path }, () => ({ output: readdirSync(inside(path)).toSorted().join("\n") }));
}

export function readFile(path) {
  return call("read_file", { path }, () => ({ output: readFileSync(inside(path), "utf8") }));
}

export function createFile(path, content) {
  return call("write_file", { path, content }, () => {
    mkdirSync(dirname(inside(path)), { recursive: true });
    writeFileSync(inside(path), content);
    return { output: `wrote ${path}` };
  });
}

/** Replaces one piece of text, which must be there exactly once. */
export function editFile(path, oldText, newText) {
  return call("edit_file", { path, old: oldText, new: newText }, () => {
    const parts = readFileSync(inside(path), "utf8").split(oldText);
    if (parts.length !== 2) throw new Error(`found ${parts.length - 1} times, expected once: ${oldText}`);
    writeFileSync(inside(path), parts.join(newText));
    return { output: `edited ${path}` };
  });
}

export function runCommand(command) {
  return call("shell", { command }, () => {
    const { status, stdout, stderr } = spawnSync(command, { shell: true, encoding: "utf8", timeout: 60_000 });
    return { output: stdout + stderr, exitCode: status ?? 1, isError: status !== 0 };
  });
}

/** Tinker has no tokens to count, so it counts words: those it was given, and those it said or asked for. */
export function wordsSpent(task) {
  return { input: words(task) + wordsIn, output: wordsOut };
}

let calls = 0;
let wordsIn = 0;
let wordsOut = 0;

/** A failing tool is no reason to stop: the agent gets to see the error and can do something else. */
function call(tool, input, work) {
  calls += 1;
  const id = `call-${calls}`;
  entry({ type: "tool_use", id, tool, input }, JSON.stringify(input));
  let result;
  try {
    result = { isError: false, ...work() };
  } catch (error) {
    result = { output: error.message, isError: true };
  }
  wordsIn += words(result.output);
  entry({ type: "tool_result", id, ...result }, "");
  return result;
}

function entry(fields, said) {
  wordsOut += words(said);
  print({ timestamp: new Date().toISOString(), ...fields });
}

function words(text) {
  return text.match(/\w+/g)?.length ?? 0;
}

function inside(path) {
  const full = resolve(path);
  if (relative(process.cwd(), full).startsWith("..")) throw new Error(`${path} is outside the workspace`);
  return full;
}
