/** Writes the sample project of the screenshots: a payment service, twelve scenarios, three agents of different skill. */
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { answerLines } from "./answers.mjs";
import { scenarios } from "./scenarios.mjs";

const here = dirname(fileURLToPath(import.meta.url));

/** Needs an empty folder. The project in it runs with `axis run`, without a network and without a model. */
export function makeAcmeProject(folder) {
  for (const name of ["agents", "judges", "scenarios"]) mkdirSync(join(folder, name), { recursive: true });
  for (const file of [
    "agents/acme.mjs",
    "agents/calls.mjs",
    "agents/skills.mjs",
    "judges/readers.mjs",
    "scenarios.mjs",
  ])
    copyFileSync(join(here, file), join(folder, file));
  writeJson(join(folder, "axis.config.json"), config);
  writeFileSync(join(folder, "answers.jsonl"), `${answerLines()}\n`);
  for (const { key, name, prompt, checks } of scenarios) {
    const file = join(folder, "scenarios", `${key}.json`);
    mkdirSync(dirname(file), { recursive: true });
    writeJson(file, {
      name,
      prompt,
      setup: [{ action: "run_script", command: setupScript }],
      judge: checks.map(({ check, weight, file: path, contains }) =>
        contains === undefined ? { check, weight } : { check, weight, verify: { file: path, contains } },
      ),
      artifacts: ["src/*.js", "README.md"],
    });
  }
}

const setupScript = [
  "mkdir -p src",
  `printf '{ "name": "acme-app", "type": "module", "scripts": { "test": "node --test" } }\\n' > package.json`,
  "printf '# acme-app\\n' > README.md",
  "printf 'export const client = createClient();\\n' > src/app.js",
].join(" && ");

const config = {
  name: "acme-pay",
  scenarios: "./scenarios",
  adapters: { acme: "./agents/acme.mjs" },
  agents: ["mini", "opus", "flash"].map((model) => ({ agent: "acme", name: `${model}-agent`, model })),
  judging: { questions: { goal: "./judges/readers.mjs", environment: "rules", service: "rules", agent: "rules" } },
  settings: { gate: { min_pass_rate: "most" }, services: ["acme"] },
};

function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error("name the folder to write the project to");
  makeAcmeProject(folder);
}
