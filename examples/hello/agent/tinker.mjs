#!/usr/bin/env node
/**
 * Tinker: a small agent without a model. It reads its task from stdin, picks a skill by what the task says, works in
 * the current folder with the tools of tools.mjs, and prints everything it does as JSON lines, which is how any program
 * talks to AXIS:
 *
 *   {"type":"assistant","text":"..."}                       what it says
 *   {"type":"tool_use","id":"1","tool":"...","input":{}}    what it does
 *   {"type":"tool_result","id":"1","output":"..."}          what came of it
 *   {"type":"usage","input":12,"output":34}                 what it used
 *   {"type":"result","text":"..."}                          its final answer (or "error" instead of "text")
 */
import { readFileSync } from "node:fs";
import { fixTests } from "./skills/fix-tests.mjs";
import { releaseNotes } from "./skills/release-notes.mjs";
import { writeFile } from "./skills/write-file.mjs";
import { print, wordsSpent } from "./tools.mjs";

const skills = [releaseNotes, fixTests, writeFile];

const task = readFileSync(0, "utf8");
const skill = skills.find(({ fits }) => fits.test(task));

const result = skill ? attempt(() => skill.work(task)) : { error: "I have no skill for this task." };
print({ type: "usage", ...wordsSpent(task) });
print({ type: "result", ...result });

/** A skill returns its final answer, or throws a sentence that says why there is none. */
function attempt(work) {
  try {
    return { text: work() };
  } catch (error) {
    return { error: error.message };
  }
}
