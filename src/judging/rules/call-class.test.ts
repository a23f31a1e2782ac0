import { expect, test } from "vitest";
import type { EntryInput } from "../../core/entry.ts";
import { toolResult, buildStep, toolUse } from "./literal-run.ts";

const words = (text: string) => text.split(" ");
const classOf = (call: EntryInput) => buildStep(call).callClass;

test.each(
  words(
    "write edit multiedit notebookedit write_file edit_file create_file replace apply_patch file_change str_replace_editor " +
      "str_replace_based_edit_tool mkdir rm cp mv touch chmod chown patch Write MultiEdit",
  ),
)("the tool %s writes", (tool) => {
  expect(classOf(toolUse(tool))).toBe("write");
});

test.each(
  words(
    "read read_file read_many_files notebookread view glob grep ls list_dir list_directory cat head tail find stat wc pwd " +
      "which whereis file du df search_file_content webfetch web_fetch fetch websearch web_search Read WebFetch",
  ),
)("the tool %s reads", (tool) => {
  expect(classOf(toolUse(tool))).toBe("read");
});

test.each(words("git npm node make docker curl task unknown bash killshell __proto__ constructor mcp__"))(
  "the tool %s is opaque",
  (tool) => {
    expect(classOf(toolUse(tool))).toBe("opaque");
  },
);

test.each([
  ["edit", "write"],
  ["modify", "write"],
  ["add", "write"],
  ["delete", "write"],
  ["move", "write"],
  ["read", "read"],
  ["search", "read"],
  ["fetch", "read"],
  ["think", "opaque"],
  ["execute", "opaque"],
  ["other", "opaque"],
])("a call of ACP kind %s is %s", (kind, expected) => {
  expect(classOf(toolUse("Some title", {}, { kind }))).toBe(expected);
});

test("a call of ACP kind execute is judged by its command", () => {
  expect(classOf(toolUse("Run it", { command: "ls -la" }, { kind: "execute" }))).toBe("read");
  expect(classOf(toolUse("Run it", { command: ["rm", "-r", "out"] }, { kind: "execute" }))).toBe("write");
});

test.each([
  ...words("create update delete set add remove send post put write publish deploy upload").map((verb) => [
    verb,
    "write",
  ]),
  ...words("get list read search find fetch query describe show view").map((verb) => [verb, "read"]),
  ...words("run execute edit post_get list_create reset").map((verb) => [
    verb,
    { post_get: "write", list_create: "read" }[verb] ?? "opaque",
  ]),
])("an MCP tool whose last name part begins with %s is %s", (verb, expected) => {
  expect(classOf(toolUse(`mcp__cms__${verb}_entry`))).toBe(expected);
  expect(classOf(toolUse(`mcp__create__ns__${verb}`))).toBe(expected);
  expect(classOf(toolUse(`cms_${verb}`))).toBe("opaque");
});

test.each([
  // Redirections
  ["echo hi > notes.txt", "write"],
  ["ls >> list", "write"],
  ["cat <<EOF > a.txt\nrm nothing\nEOF", "write"],
  ["ls > /dev/null", "read"],
  ["ls 2>&1", "read"],
  ["grep -c '>' a.txt", "read"],
  // Programs that write
  ["rm -rf out", "write"],
  ["mv a b", "write"],
  ["cp a b", "write"],
  ["mkdir -p src/app", "write"],
  ["rmdir out", "write"],
  ["touch a", "write"],
  ["chmod +x run.sh", "write"],
  ["chown me a", "write"],
  ["ln -s a b", "write"],
  ["ls | tee list", "write"],
  ["patch -p1 < fix.diff", "write"],
  ["/bin/rm a", "write"],
  ["sudo rm a", "write"],
  ["cat a && touch b", "write"],
  ["echo $(rm a)", "write"],
  // sed
  ["sed -i s/a/b/ x", "write"],
  ["sed -i.bak s/a/b/ x", "write"],
  ["sed -ni 1p x", "write"],
  ["sed --in-place s/a/b/ x", "write"],
  ["sed -n 1,20p x", "read"],
  ["sed s/-i/x/ y", "read"],
  // git
  ["git status", "read"],
  ["git log --oneline", "read"],
  ["git diff HEAD~1", "read"],
  ["git show abc", "read"],
  ["git branch", "read"],
  ["git ls-files", "read"],
  ["git blame a", "read"],
  ["git rev-parse HEAD", "read"],
  ["git -C web --no-pager log", "read"],
  ["git -c user.name=x commit -m y", "write"],
  ["git add .", "write"],
  ["git commit -m 'git status'", "write"],
  ["git checkout main", "write"],
  ["git push", "write"],
  ["git stash list", "write"],
  ["git --version", "opaque"],
  ["git status && git add .", "write"],
  // Package managers
  ["npm install", "write"],
  ["npm i zod", "write"],
  ["npm ci", "write"],
  ["npm --prefix web ci", "write"],
  ["yarn add zod", "write"],
  ["yarn workspace web add zod", "write"],
  ["yarn global add zod", "write"],
  ["pnpm remove zod", "write"],
  ["pip install requests", "write"],
  ["pip3 uninstall -y requests", "write"],
  ["cargo add serde", "write"],
  ["bundle update", "write"],
  ["gem install rake", "write"],
  ["composer update", "write"],
  ["brew upgrade", "write"],
  ["apt-get -y install jq", "write"],
  ["npm test", "opaque"],
  ["npm run ci", "opaque"],
  ["npm run install-all", "opaque"],
  ["npx vitest run", "opaque"],
  ["go test ./...", "opaque"],
  // Requests
  ["curl https://a.test", "read"],
  ["curl -s -o out.json https://a.test", "read"],
  ["curl -H 'X-Put: d' https://a.test", "read"],
  ["curl -X GET https://a.test", "read"],
  ["curl -I https://a.test", "read"],
  ["curl -G -d q=1 https://a.test", "read"],
  ["curl --request get https://a.test", "read"],
  ["curl -X POST https://a.test", "write"],
  ["curl -XDELETE https://a.test", "write"],
  ["curl -sX PUT https://a.test", "write"],
  ["curl --request PATCH https://a.test", "write"],
  ["curl --request=POST https://a.test", "write"],
  ["curl -d a=1 https://a.test", "write"],
  ["curl -sd@body.json https://a.test", "write"],
  ["curl --data-raw '{}' https://a.test", "write"],
  ["curl --json '{}' https://a.test", "write"],
  ["curl -F file=@a https://a.test", "write"],
  ["curl -T a https://a.test", "write"],
  ["curl -X GET -d a=1 https://a.test", "write"],
  ["wget https://a.test", "read"],
  ["wget --method=GET https://a.test", "read"],
  ["wget --method=POST https://a.test", "write"],
  ["wget --method PUT https://a.test", "write"],
  ["wget --post-data a=1 https://a.test", "write"],
  ["wget --body-file=a https://a.test", "write"],
  // Nothing but reading
  ["ls", "read"],
  ["cd web && ls -la", "read"],
  ["cat a | grep b | sort | uniq -c | head -5", "read"],
  ["find . -name '*.ts' | wc -l", "read"],
  ["rg todo; ag todo; egrep a b; fgrep a b", "read"],
  ["tree; stat a; file a; du -sh; df; pwd; which node; whereis node", "read"],
  ["cut -f1 a; tr a b; diff a b; cmp a b; awk '{print $1}' a", "read"],
  ["jq .name package.json; echo done; printf hi; date; tail -1 a", "read"],
  // The rest
  ["ls && node build.js", "opaque"],
  ["npm test | tail -20", "opaque"],
  ["python3 check.py", "opaque"],
  ["./run.sh", "opaque"],
  ["make", "opaque"],
  ["xargs rm", "opaque"],
  ["", "opaque"],
  ["# only a comment", "opaque"],
])("the shell command %j is %s", (command, expected) => {
  expect(classOf(toolUse("Bash", { command }))).toBe(expected);
  expect(classOf(toolUse("run_shell_command", { command }))).toBe(expected);
});

test("a shell tool without a command, and a result without a call, are opaque", () => {
  expect(classOf(toolUse("BashOutput", { bash_id: "rm" }))).toBe("opaque");
  expect(classOf(toolResult("ls"))).toBe("opaque");
});
