/** The tasks of the sample project. A check with a file is verified; one without is judged. */
export const scenarios = [
  task("api/create-payment", "Create a payment", {
    file: "src/createPayment.js",
    prompt:
      "Add `createPayment(amount)` to `src/createPayment.js`. It sends a payment to the Acme API with an idempotency key, so that a repeated call does not charge twice.",
    checks: [
      verified("A payment is sent with an idempotency key", 0.5, "Idempotency-Key"),
      verified("src/createPayment.js exports createPayment", 0.3, "export"),
      judged("The final answer names the file", 0.2),
    ],
  }),
  task("api/errors", "Handle API errors", {
    file: "src/handleErrors.js",
    prompt:
      "Add `handleErrors` around every API call: answers 429 and 5xx are retried up to three times, after the time in `Retry-After`; everything else is thrown. Export it from `src/handleErrors.js`.",
    checks: [
      verified("A 429 answer is retried after Retry-After", 0.5, "Retry-After"),
      verified("src/handleErrors.js exports handleErrors", 0.2, "export"),
      judged("The error tells the user what to do", 0.3),
    ],
  }),
  task("api/list-customers", "Page through customers", {
    file: "src/listCustomers.js",
    prompt: "Write `src/listCustomers.js`: it returns all customers, page by page, until there are none left.",
    checks: [
      verified("All three pages are followed", 0.6, "next_page"),
      verified("src/listCustomers.js exports listCustomers", 0.4, "export"),
    ],
  }),
  task("api/migrate-v2", "Migrate from v1 to v2", {
    file: "src/migrate.js",
    prompt: "Move every request in `src/` from version 1 of the Acme API to version 2. Read the migration guide first.",
    checks: [
      verified("No request goes to /v1", 0.6, "/v2/"),
      verified("src/migrate.js exports migrate", 0.2, "export"),
      judged("The answer lists what changed", 0.2),
    ],
  }),
  task("api/refund", "Refund a payment", {
    file: "src/refund.js",
    prompt:
      "Add `refund(payment, amount)` to `src/refund.js`. Part of an amount can be refunded; the rest stays charged.",
    checks: [
      verified("A partial refund keeps the rest", 0.6, "remaining"),
      verified("src/refund.js exports refund", 0.4, "export"),
    ],
  }),
  task("cli/changelog", "Write the changelog", {
    file: "README.md",
    prompt: "Use `acme releases` to write what changed since 1.3 into README.md, for users.",
    checks: [
      verified("Every change since 1.3 is named", 0.5, "1.4"),
      judged("The changelog is written for users", 0.5),
    ],
  }),
  task("cli/deploy", "Deploy a preview", {
    file: "src/deploy.js",
    prompt: "Deploy a preview of this app with the `acme` command, and write its address to `src/deploy.js`.",
    checks: [
      verified("The preview's address is written", 0.7, "preview"),
      verified("src/deploy.js exports the address", 0.3, "export"),
    ],
  }),
  task("cli/install", "Install and sign in with the CLI", {
    file: "src/signIn.js",
    prompt: "Install the Acme CLI and sign in without a browser. Write `src/signIn.js`, which reads the token.",
    checks: [
      verified("The token is read from the environment", 0.7, "process.env"),
      verified("src/signIn.js exports signIn", 0.3, "export"),
    ],
  }),
  task("cli/logs", "Find the failing request in the logs", {
    file: "README.md",
    prompt: "One request failed this morning. Find it with `acme logs` and write its id into README.md.",
    checks: [
      verified("The failing request is req_7f31", 0.8, "req_7f31"),
      judged("The answer says why the request failed", 0.2),
    ],
  }),
  task("docs/auth", "Authenticate from the docs alone", {
    file: "src/login.js",
    prompt:
      "Read the docs on API authentication and add `login` to this app. Say in the README how to sign in and how a token is renewed.",
    checks: [
      verified("login renews a token before it ends", 0.6, "renew"),
      judged("The README says how a token is renewed", 0.4),
    ],
  }),
  task("docs/quickstart", "Follow the quickstart", {
    file: "src/quickstart.js",
    prompt:
      "Follow the quickstart of docs.acme.dev from beginning to end. Keep the first request in `src/quickstart.js`.",
    checks: [
      verified("The quickstart's request is answered with 200", 0.8, "fetch"),
      verified("src/quickstart.js exports the request", 0.2, "export"),
    ],
  }),
  task("docs/webhooks", "Verify a webhook signature", {
    file: "src/webhook.js",
    prompt: "Add `verifyWebhook(request)` to `src/webhook.js`: a forged or replayed signature is refused.",
    checks: [
      verified("A forged signature is refused", 0.5, "timingSafeEqual"),
      judged("The webhook section warns of replays", 0.5),
    ],
  }),
];

function task(key, name, { file, prompt, checks }) {
  return { key, name, prompt, file, checks: checks.map((check) => (check.contains ? { ...check, file } : check)) };
}

function verified(check, weight, contains) {
  return { check, weight, contains };
}

function judged(check, weight) {
  return { check, weight };
}
