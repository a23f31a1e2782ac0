/**
 * Repairs code whose tests fail because of one wrong operator or number: it reads the failing assertion, finds the
 * function that is called there, changes one thing in it, and runs the tests again, until they pass or it has run out
 * of ideas. Its first idea is often wrong. The failing commands in the report are its guesses.
 */
import { editFile, listFiles, readFile, runCommand, say } from "../tools.mjs";

const mostTries = 12;
/** What to try instead of an operator, best idea first. */
const instead = {
  "+": ["-", "*"],
  "-": ["+"],
  "*": ["+", "/"],
  "/": ["*"],
  "<": ["<=", ">"],
  "<=": ["<", ">="],
  ">": [">=", "<"],
  ">=": [">", "<="],
  "===": ["!=="],
  "!==": ["==="],
  "&&": ["||"],
  "||": ["&&"],
};

export const fixTests = {
  fits: /\btests?\b.*\b(fail|pass)/is,

  work() {
    say("I will run the tests first, to see what fails.");
    listFiles(".");
    let report = runTests();
    if (report.passed) return "The tests pass already; I changed nothing.";

    const suspect = findSuspect(report);
    say(
      `${suspect.name} in ${suspect.file} gives ${report.actual} instead of ${report.expected}. I will look for the mistake there.`,
    );
    let current = suspect.code;
    for (const idea of ideas(suspect.code, report).slice(0, mostTries)) {
      editFile(suspect.file, current, idea.code);
      current = idea.code;
      report = runTests();
      if (report.passed) return `The tests pass. In ${suspect.name} of ${suspect.file} I changed ${idea.change}.`;
      say(`Changing ${idea.change} did not help.`);
    }
    if (current !== suspect.code) editFile(suspect.file, current, suspect.code);
    throw new Error(`I could not repair ${suspect.name} in ${suspect.file} and left it as it was.`);
  },
};

function runTests() {
  const { output, exitCode } = runCommand("node --test --test-reporter=tap");
  return {
    passed: exitCode === 0,
    test: output.match(/^ *not ok \d+ - (.+)$/m)?.[1],
    expected: output.match(/^ *expected: (.+)$/m)?.[1],
    actual: output.match(/^ *actual: (.+)$/m)?.[1],
  };
}

/** The function called by the first failing test, in the module that the test imports it from. */
function findSuspect({ test }) {
  const testFile = listFiles("test")
    .output.split("\n")
    .find((name) => /\.test\.m?js$/.test(name));
  const testCode = readFile(`test/${testFile}`).output;
  const [, imported = "", path = ""] = testCode.match(/import \{(.+)\} from "\.\.\/(.+)"/) ?? [];
  const failing = testCode.slice(testCode.indexOf(test ?? "")).match(/assert.*$/m)?.[0] ?? "";
  const name = imported
    .split(",")
    .map((word) => word.trim())
    .find((word) => failing.includes(`${word}(`));
  if (!name) throw new Error("I could not tell which function the failing test is about.");
  const code = readFile(path).output.match(new RegExp(`^.*function ${name}\\([^]*?^}`, "m"))?.[0];
  if (!code) throw new Error(`I could not find ${name} in ${path}.`);
  return { name, file: path, code };
}

/** The function with one thing changed: operators from the last to the first, then numbers. */
function ideas(code, { expected, actual }) {
  const operators = [...code.matchAll(/(?<= )([-+*/<>]|[<>]=|[!=]==|&&|\|\|)(?= )/g)].toReversed();
  const numbers = [...code.matchAll(/\b\d+(\.\d+)?\b/g)];
  const offset = Number(expected) - Number(actual);
  return [
    ...operators.flatMap((match) => instead[match[0]].map((text) => changed(code, match, text))),
    ...numbers.map((match) => changed(code, match, String(Number(match[0]) + offset))),
  ].filter((idea) => !idea.code.includes("NaN"));
}

function changed(code, match, text) {
  const before = code.slice(0, match.index);
  const after = code.slice(match.index + match[0].length);
  const left = before.match(/[\w.]+ $/)?.[0] ?? "";
  const right = after.match(/^ [\w.]+/)?.[0] ?? "";
  return { code: before + text + after, change: `"${left}${match[0]}${right}" to "${left}${text}${right}"` };
}
