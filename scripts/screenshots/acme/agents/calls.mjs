/** What the sample agents call, and what comes back. `seconds` is how long a call takes in real life. */
const packageJson = '{\n  "name": "acme-app",\n  "type": "module"\n}';

const renewal = "An access token ends after one hour. Send the refresh token to /v2/token to renew it.\n";

export const calls = {
  list: shell(
    "ls -la && cat package.json",
    `total 16\n-rw-r--r-- package.json\n-rw-r--r-- README.md\n${packageJson}`,
    0.1,
  ),
  reread: shell("cat package.json", packageJson, 0.05),
  readApp: {
    tool: "read_file",
    input: { path: "src/app.js" },
    result: { output: "export const client = createClient();\n" },
    seconds: 0.04,
  },
  status: failing(
    shell("curl -sf https://api.acme.dev/v2/status", "curl: (22) The requested URL returned error: 503", 2.2),
    22,
  ),
  wrongDeploy: failing(
    shell("acme deploy --preview", "error: unknown option '--preview'\n(Did you mean --env preview?)", 0.8),
    2,
  ),
  deploy: shell("acme deploy --env preview", "Deployed to https://preview-7f31.acme.app", 3.1),
  failingTest: failing(
    shell(
      "npm test --silent",
      "not ok 3 - handles errors\n# tests 5\n# pass 4\n# fail 1\nError: expected 2 calls, got 1",
      4.8,
    ),
    1,
  ),
  test: shell("npm test --silent", "# tests 5\n# pass 5\n# fail 0", 5.3),
};

function shell(command, output, seconds) {
  return { tool: "bash", input: { command }, result: { output, exitCode: 0 }, seconds };
}

function failing(call, exitCode) {
  return { ...call, result: { ...call.result, exitCode, isError: true } };
}

export function fetchPage(page) {
  const output = `Acme ${page}\n\nInstall the CLI with npm i -g acme. Sign in with acme login.\n\n${renewal.repeat(40)}`;
  return {
    tool: "web_fetch",
    input: { url: `https://docs.acme.dev/${page}` },
    result: { output, httpStatus: 200 },
    seconds: 1.6,
  };
}

export function fetchMissing(page) {
  const result = { output: "404 Not Found\n\nThis page has moved.", httpStatus: 404, isError: true };
  return { tool: "web_fetch", input: { url: `https://docs.acme.dev/${page}` }, result, seconds: 0.9 };
}

export function searchTooOften(query) {
  const output = "429 Too Many Requests: rate limit exceeded, retry after 25s";
  const result = { output, httpStatus: 429, isError: true };
  return { tool: "mcp__acme__search_docs", input: { query, limit: 5 }, result, seconds: 2.5 };
}

export function writeFile(path, content) {
  return { tool: "write_file", input: { path, content }, result: { output: `wrote ${path}` }, seconds: 0.06 };
}

export function editFile(path) {
  const input = { path, old_string: "retries = 3", new_string: "retries = 4" };
  return { tool: "edit_file", input, result: { output: "edited" }, seconds: 0.05 };
}
