import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readCommandLine, listSimpleCommands } from "./shell.ts";

const programs = (line: string) => listSimpleCommands(line).map(({ program }) => program);
const words = (line: string) => listSimpleCommands(line).map((command) => command.words);
const writes = (line: string) => listSimpleCommands(line).some(({ writesFile }) => writesFile);

test.each<[string, string[]]>([
  ["ls -la", ["ls"]],
  ["cd a && npm test || echo no; date", ["cd", "npm", "echo", "date"]],
  ["cat a | grep b |& wc -l", ["cat", "grep", "wc"]],
  ["sleep 1 & curl x", ["sleep", "curl"]],
  ["ls\npwd\r\n\n# curl x\ndate # wget y", ["ls", "pwd", "date"]],
  ["echo a#b", ["echo"]],
  ["A=1 B='x y' curl z", ["curl"]],
  ["A=1", []],
  ["/usr/bin/curl x", ["curl"]],
  ["sudo -u root -E curl x", ["curl"]],
  ["sudo env -i A=1 nohup time -p curl x", ["curl"]],
  ["timeout -k 5 30 wget x", ["wget"]],
  ["nice -n 5 make", ["make"]],
  ["env", ["env"]],
  ["command -v curl", ["command"]],
  ["command curl x", ["curl"]],
  ["echo $(curl x)", ["curl", "echo"]],
  ['echo "now: $(date -d "$(cat day)")"', ["cat", "date", "echo"]],
  ["echo `curl x`", ["curl", "echo"]],
  ['echo "`curl x`"', ["curl", "echo"]],
  ["X=$(curl x)", ["curl"]],
  ["(cd a; ls)", ["cd", "ls"]],
  ["{ cd a; ls; }", ["cd", "ls"]],
  ["diff <(sort a) <(sort b)", ["sort", "sort", "diff"]],
  ["echo 'curl x; wget y'", ["echo"]],
  ['echo "curl x; wget y"', ["echo"]],
  ["echo \\; curl", ["echo"]],
  ["echo a\\\nb", ["echo"]],
  ["echo $'it\\'s; curl x'", ["echo"]],
  ["echo $((1 > 2)) && ls", ["echo", "ls"]],
  ["((i > 3)) && ls", ["ls"]],
  ["if curl -f x; then echo y; else wget z; fi", ["curl", "echo", "wget"]],
  ["for f in *.ts; do cat $f; done", ["cat"]],
  ["while ! nc -z host 80; do sleep 1; done", ["nc", "sleep"]],
  ["case $x in a) ls;; b) pwd;; esac", ["ls", "pwd"]],
  ["f() { ls; }; f", ["ls", "f"]],
  ["files=(a b c); ls", ["ls"]],
  ["files=(\na\n$(find .)\n)\nls", ["find", "ls"]],
  ["if [[ $a > b && -f c ]]; then ls; fi", ["[[", "ls"]],
  ["bash -lc 'cd a && curl x'", ["cd", "curl"]],
  ['sh -c "ls | wc -l"', ["ls", "wc"]],
  ["/bin/bash -e -o pipefail -c 'ls'", ["ls"]],
  ["bash script.sh", ["bash"]],
  ["bash", ["bash"]],
  [`sh -c "bash -c 'curl x'"`, ["curl"]],
  ["cat <<EOF > out.txt\ncurl x\nEOF\nls", ["cat", "ls"]],
  ["cat <<-'END'\n\tcurl x\n\tEND\nls", ["cat", "ls"]],
  ["cat <<A <<B\n1\nA\n2\nB\nls", ["cat", "ls"]],
  [`git commit -m "$(cat <<'EOF'\nFix ) and "quotes"\nEOF\n)" && ls`, ["cat", "git", "ls"]],
  ["grep x <<< 'curl y'", ["grep"]],
  ["", []],
  ["   \n ; && | ", []],
  ["'unclosed curl", ["unclosed curl"]],
  ["echo $(ls", ["ls", "echo"]],
  [")", []],
  ["echo `ls` `pwd`; date", ["ls", "pwd", "echo", "date"]],
  ["((ls); pwd)", ["ls", "pwd"]],
  ["echo $((1)) $((2)); curl x", ["echo", "curl"]],
  ["select f in *; do ls; done", ["ls"]],
  ["function f { ls; }; f", ["ls", "f"]],
  ["function f\n{\nls\n}", ["ls"]],
  ["function f() { curl x; }", ["curl"]],
  ["function", []],
  ["cat <<A\n1\nA\nls\npwd", ["cat", "ls", "pwd"]],
  ["cat <<A\r\ncurl x\r\nA\r\nls", ["cat", "ls"]],
  ["cat <<A\n\tA\nA\nls", ["cat", "ls"]],
  ["cat <<-A\n\t\tA\nls", ["cat", "ls"]],
  ["cat 0<<A\ncurl x\nA\nls", ["cat", "ls"]],
])("%j runs %j", (line, expected) => {
  expect(programs(line)).toEqual(expected);
});

test.each([
  ["command -v curl", ["command"]],
  ["command -p curl x.test", ["curl"]],
  ["env -v curl x.test", ["curl"]],
  ["env -- -odd curl", ["-odd"]],
  ["python3 -c 'import curl'", ["python3"]],
  ["bash -o pipefail -c 'curl x.test'", ["curl"]],
  ["bash +o posix -c 'curl x.test'", ["curl"]],
  ["bash +x -ec 'curl x.test'", ["curl"]],
  ["bash --rcfile file -c 'curl x.test'", ["curl"]],
  ["bash --init-file file -c 'curl x.test'", ["curl"]],
  ["bash --rcfile file script", ["bash"]],
  ["zsh -c 'curl x.test'", ["curl"]],
  ["dash -c 'curl x.test'", ["curl"]],
  ["ksh -c 'curl x.test'", ["curl"]],
  ["ash -c 'curl x.test'", ["curl"]],
  ["fish -c 'curl x.test'", ["curl"]],
  ["command -V curl", ["command"]],
  ["doas -u root curl x.test", ["curl"]],
  ["env -u HTTP_PROXY curl x.test", ["curl"]],
  ["time -f %e curl x.test", ["curl"]],
  ["builtin cd a", ["cd"]],
  ["exec -a other curl x.test", ["curl"]],
  ["setsid curl x.test", ["curl"]],
  ["stdbuf -o L curl x.test", ["curl"]],
])("what only starts another program is seen through: %j runs %j", (line, expected) => {
  expect(programs(line)).toEqual(expected);
});

test("words are unquoted, begin with the program as written, and leave redirections out", () => {
  expect(words(`A=1 /bin/grep -n "a b"'c' d\\ e 2>&1 < in > out`)).toEqual([["/bin/grep", "-n", "a bc", "d e"]]);
  expect(words(`echo "" "a\\"b" "c\\d"`)).toEqual([["echo", "", 'a"b', "c\\d"]]);
});

test("words keep what only looks like the language around them", () => {
  expect(words("echo a#b $5 a\\\nb 'x'\\''y'")).toEqual([["echo", "a#b", "$5", "ab", "x'y"]]);
  expect(words("echo $'a\\'b; c' d")).toEqual([["echo", "a\\'b; c", "d"]]);
  expect(words(`echo "$'a'"`)).toEqual([["echo", "$'a'"]]);
  expect(words("echo $'open")).toEqual([["echo", "open"]]);
  expect(words("echo a2>b 3 >c")).toEqual([["echo", "a2", "3"]]);
  expect(words("echo 10>b")).toEqual([["echo"]]);
  expect(words("a <(ls) b")).toEqual([["ls"], ["a", "$()", "b"]]);
});

test("a substitution leaves a mark in the word around it", () => {
  expect(words("echo a$(date)b")).toEqual([["date"], ["echo", "a$()b"]]);
});

test.each([
  ["echo a > b"],
  ["echo a >> b"],
  ["echo a >| b"],
  ["echo a &> b"],
  ["echo a >& b"],
  ["make 2> errors.log"],
  ["echo a >b"],
  ["> b"],
  ["(ls; pwd) > b"],
  ["for f in *; do cat $f; done > b"],
  ["bash -c 'ls' > b"],
  ["bash -c 'ls > b'"],
  ["cat > b <<EOF\nx\nEOF"],
  ["echo a &>> b"],
  ["echo a > /dev/nullable"],
  ["echo a > copy/dev/null"],
  ["echo a >& 1.log"],
  ["echo a >& log-1"],
  ["echo [[ > b"],
  ["[[ a < b ]]; echo c > d"],
])("%j writes a file", (line) => {
  expect(writes(line)).toBe(true);
});

test.each([
  ["ls 2>&1"],
  ["ls >&2"],
  ["ls > /dev/null 2>&1"],
  ["ls &>/dev/null"],
  ["ls 2> /dev/stderr >&-"],
  ["cat < a"],
  ["echo 'a > b'"],
  ['grep "=>" a'],
  ["[[ a > b ]]"],
  ["ls >"],
  ["ls > /dev/fd/10"],
  ["ls >& 10"],
  ["ls >& /dev/null"],
  ["if a; then b; elif [[ a > b ]]; then c; fi"],
  ["while [[ a > b ]]; do c; done"],
  ["until [[ a > b ]]; do c; done"],
  ["! [[ a > b ]]"],
])("%j writes no file", (line) => {
  expect(writes(line)).toBe(false);
});

test("any text can be read", () => {
  const anyPiece = fc.constantFrom(
    ..."'\"`$(){}[];&|<>\\\n# =",
    "$(",
    "((",
    "<<",
    "<<-",
    "sh -c ",
    "[[ ",
    "]] ",
    "a",
    "0",
  );
  const anyLine = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(anyPiece, { maxLength: 40 }).map((all) => all.join("")),
  );
  fc.assert(
    fc.property(anyLine, (line) => {
      for (const command of listSimpleCommands(line)) {
        expect(command.words.length > 0 || command.writesFile).toBe(true);
        expect((command.words[0] ?? "").endsWith(command.program)).toBe(true);
      }
    }),
  );
});

test("quoting any word keeps it one word", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary", minLength: 1 }), { minLength: 1, maxLength: 5 }), (arguments_) => {
      const line = readCommandLine({ command: ["echo", ...arguments_] })!;
      expect(words(line)).toEqual([["echo", ...arguments_]]);
    }),
  );
});

// A parser that is not linear, or that recurses, does not come back from these.
test.each([
  ["$("],
  ["`"],
  ["("],
  ["'"],
  ['"'],
  ["<<a\n"],
  ["$(("],
  ["sh -c '"],
  ["sudo "],
  ["A=1 "],
  ["a=("],
  ["$'"],
  ["<( "],
  ['"$("'],
  ["[[ "],
])("a quarter of a million of %j are read", (piece) => {
  expect(Array.isArray(listSimpleCommands(piece.repeat(250_000)))).toBe(true);
});

test.each([
  [{ command: "ls" }, "ls"],
  [{ cmd: "ls" }, "ls"],
  [{ script: "ls" }, "ls"],
  [{ command: ["bash", "-lc", "ls | wc"] }, "bash -lc 'ls | wc'"],
  [{ command: ["echo", "it's"] }, `echo 'it'\\''s'`],
  [{ command: ["ls -la | wc"] }, "ls -la | wc"],
  [{ command: null, cmd: "ls" }, "ls"],
  ["ls", "ls"],
  [{ command: [] }, null],
  [{ command: ["ls", 1] }, null],
  [{ command: ["env", "a=1", "c++", "x@y:z,%w"] }, "env a=1 c++ x@y:z,%w"],
  [{ commands: ["ls", "pwd"] }, "ls\npwd"],
  [{ commands: [] }, null],
  [{ commands: ["ls", 1] }, null],
  [{ commands: "ls" }, null],
  [5, null],
  [{ file_path: "a" }, null],
  [["ls"], null],
  [null, null],
])("the command of %j is %j", (input, expected) => {
  expect(readCommandLine(input)).toBe(expected);
});
