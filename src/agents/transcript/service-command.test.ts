import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaultServices, resolveServices } from "../../core/config/services.ts";
import { callsService } from "./service-command.ts";

const named = new Set(resolveServices(["acme", "api.acme.dev", "npm"]));

test.each([
  "curl -s localhost:3000/health",
  "wget -qO- example.test",
  "http GET example.test",
  "https example.test",
  "xh example.test",
  "ssh deploy@example.test uptime",
  "scp a example.test:b",
  "sftp example.test",
  "nc -z example.test 80",
  "telnet example.test 25",
  "rsync -a dist/ example.test:/srv",
  "rsync -a rsync://example.test/a b",
  "rsync -e ssh a me@example.test:b",
  "gh pr create",
  "glab mr list",
  "aws s3 ls",
  "gcloud run deploy",
  "az login",
  "netlify deploy --prod",
  "vercel --yes",
  "fly deploy",
  "flyctl status",
  "heroku logs",
  "wrangler deploy",
  "supabase db push",
  "stripe customers list",
  "firebase deploy",
  "railway up",
  "npm test && netlify deploy",
  "cat body.json | curl -d @- host",
  "(cd web; gh release create v1)",
  "bash -c 'cd web && curl host'",
  "TOKEN=x sudo -E env A=1 time curl host",
  "if ! gh auth status; then exit 1; fi",
  "RESULT=$(curl -s host)",
  'echo "status: $(curl -s host)"',
  "echo `gh api user`",
  "cat <<EOF && curl host\nnothing\nEOF",
  "npx netlify-cli deploy",
  "npx -y wrangler@3 deploy",
  "npx --package netlify-cli netlify deploy",
  "npx @railway/cli@latest up",
  "pnpm dlx vercel@latest",
  "npm exec -- firebase deploy",
  "bun x vercel",
  "./node_modules/.bin/vercel --prod",
  "cat urls.txt | xargs -n 1 curl -sO",
  "cat urls.txt | xargs -I{} sh -c 'curl -s {}'",
  "find . -name '*.json' -exec curl -T {} host \\;",
  "watch -n 5 curl host",
  "curl.exe host",
  "CURL host",
])("a service: %s", (line) => {
  expect(callsService(line, defaultServices)).toBe(true);
});

test.each([
  "grep -rn 'https://api.example.com' src",
  "rg https://api.example.com",
  "sed -i 's#http://a.test#https://b.test#' config.ts",
  "echo see https://api.example.com",
  "git commit -m 'Call https://api.example.com with curl'",
  "ls # curl https://api.example.com",
  "cat > deploy.sh <<'EOF'\ncurl https://api.example.com\nEOF",
  "printf 'curl host' > run.sh",
  "which curl gh aws",
  "command -v curl",
  "man curl",
  "apt-get install -y curl wget",
  "npm install netlify-cli",
  "npm run deploy",
  "git clone https://example.test/a.git",
  "git push origin main",
  "docker run curlimages/curl https://example.test",
  "docker push registry.example.test/app",
  "kubectl get pods",
  "pip install https://example.test/a.whl",
  "node scripts/call.js https://example.test",
  "python3 -c \"import requests; requests.get('https://example.test')\"",
  "rsync -a src/ dist/",
  "rsync -a --exclude=a:b src/ dist/",
  "curlify host",
  "./curl/build.sh",
  "export API=https://example.test",
  "xargs echo curl",
  "npx prettier curl.ts",
])("no service: %s", (line) => {
  expect(callsService(line, defaultServices)).toBe(false);
});

describe("with services of the config", () => {
  test.each([
    "acme deploy",
    "./bin/acme deploy",
    "npx acme@2 deploy",
    "npm test",
    "git push https://api.acme.dev/app.git main",
    "git -C web push git@api.acme.dev:app.git",
    "git clone --depth 1 ssh://git@eu.api.acme.dev/app.git",
    "docker push api.acme.dev/app:1",
    "pip install --index-url=https://api.acme.dev/simple acme-sdk",
    "node scripts/smoke.js https://API.acme.dev:8443/v1",
    "psql -h api.acme.dev shop",
    "curl localhost",
  ])("a service: %s", (line) => {
    expect(callsService(line, named)).toBe(true);
  });

  test.each([
    "grep -rn https://api.acme.dev src",
    "echo https://api.acme.dev",
    "cat api.acme.dev",
    "mkdir api.acme.dev",
    "git commit -m https://api.acme.dev",
    "git commit -m 'use https://api.acme.dev now'",
    "git remote add origin https://api.acme.dev/app.git",
    "hg commit --message https://api.acme.dev",
    "git push https://acme.dev/app.git",
    "git push https://notapi.acme.dev/app.git",
    "git push https://example.test/api.acme.dev",
    "git push origin main",
    "node -e \"console.log('see https://api.acme.dev')\"",
    "export API=https://api.acme.dev",
    "acme-lint src",
    "cat acme",
  ])("no service: %s", (line) => {
    expect(callsService(line, named)).toBe(false);
  });
});

/** Text that would be a service call if it ran. */
const anyCall = fc.constantFrom(
  "curl https://api.acme.dev",
  "acme deploy",
  "https://api.acme.dev/v1",
  "gh pr create && npm publish",
  "git push https://api.acme.dev/app.git",
  "; ssh host",
  "| nc host 80",
);
const anyProse = fc
  .array(fc.oneof(anyCall, fc.string({ maxLength: 12 })), { maxLength: 5 })
  .map((parts) => parts.join(" "));
const oneLine = anyProse.map((text) => text.replaceAll(/[\n\r]/g, " "));
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const anyCommand = fc.constantFrom("ls -la", "git status", "make test", "curl host", "acme status", "cd web && npm ci");

describe("whatever the text says, the class stays", () => {
  test.each<[string, (command: string, text: string) => string]>([
    ["in quotes, printed", (command, text) => `${command}; echo ${quote(text)}`],
    ["in quotes, searched for", (command, text) => `grep -rn ${quote(text)} src; ${command}`],
    ["in a commit message", (command, text) => `${command} && git commit -m ${quote(text)}`],
    ["in an assignment", (command, text) => `NOTE=${quote(text)} ; ${command}`],
    ["in a comment", (command, text) => `${command} # ${text}`],
    [
      "in a file that is written",
      (command, text) => `cat > notes.md <<'END_OF_NOTES'\n${text}\nEND_OF_NOTES\n${command}`,
    ],
  ])("%s", (_, place) => {
    fc.assert(
      fc.property(anyCommand, oneLine, (command, text) => {
        for (const services of [defaultServices, named])
          expect(callsService(place(command, text), services)).toBe(callsService(command, services));
      }),
    );
  });
});

test("quotes around the words of a command change nothing", () => {
  const anyWords = fc.constantFrom(
    ["curl", "https://api.acme.dev"],
    ["git", "push", "https://api.acme.dev/app.git"],
    ["grep", "https://api.acme.dev", "src"],
    ["npx", "acme", "deploy"],
    ["ls", "-la"],
  );
  fc.assert(
    fc.property(anyWords, fc.infiniteStream(fc.boolean()), (words, quoted) => {
      const line = words.map((word) => (quoted.next().value ? quote(word) : word)).join(" ");
      expect(callsService(line, named)).toBe(callsService(words.join(" "), named));
    }),
  );
});

// A search that is not linear, or that recurses without an end, does not come back from these.
test.each(["xargs ", "npx ", "find -exec ", "a@b:", "https://a@", "--a="])(
  "a hundred thousand of %j are read",
  (piece) => {
    expect(callsService(piece.repeat(100_000), named)).toBe(false);
  },
);
