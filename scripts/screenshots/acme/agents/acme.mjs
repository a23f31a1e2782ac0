/** An agent without a model: it works on a task of the sample project as a better or worse agent would, in less time. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { scenarios } from "../scenarios.mjs";
import { calls, editFile, fetchMissing, fetchPage, searchTooOften, writeFile } from "./calls.mjs";
import { createRandom, skillOf } from "./skills.mjs";

/** How many times faster than life: a run of half a minute takes two seconds. A live page is best looked at with 2. */
const hurry = Number(process.env.ACME_HURRY ?? 15);

const week = process.env.ACME_WEEK ?? "now";

export default {
  name: "acme",
  acceptsModel: true,

  async run(task, io) {
    const scenario = scenarios.find(({ key }) => key === task.scenarioKey);
    io.ready();
    if (week === "now" && `${task.scenarioKey} ${task.model} ${task.trial}` === "cli/install mini 3")
      return { status: "failed", code: "network", message: "port 5432 is already in use" };
    try {
      return await new Work(task, io, scenario).finish();
    } catch (error) {
      if (io.abort.aborted) return io.abort.reason.outcome();
      throw error;
    }
  },
};

class Work {
  constructor(task, io, scenario) {
    Object.assign(this, { task, io, scenario, calls: 0 });
    this.skill = skillOf(task.model, week);
    this.random = createRandom(`${week} ${task.model} ${task.scenarioKey} ${task.trial}`);
    this.pace = (this.skill.seconds / 26) * (0.7 + this.random() * 0.7);
  }

  async finish() {
    const { scenario, skill } = this;
    await this.say(`Let me look at the project and at how the API is used before I write ${scenario.file}.`, true);
    for (const each of [calls.list, calls.readApp]) await this.call(each);
    await this.study();
    if (this.isStuck) {
      this.reportUsage(0.4);
      return { status: "failed", code: "agent", message: "The docs search kept answering 429, so I stop here." };
    }
    await this.say("The app has one client and no tests for this yet. I will write the file, and then run the tests.");
    const isThin = this.chance(skill.miss);
    await this.write(isThin);
    await this.test();
    this.reportUsage(1);
    const points = scenario.checks.slice(0, isThin ? 1 : 3).map(({ check }) => `- ${check}`);
    const end = isThin ? "It should work with the API as it is." : "All five tests pass.";
    return { status: "completed", result: `I added **\`${scenario.file}\`**:\n\n${points.join("\n")}\n\n${end}` };
  }

  /** Reads docs and tries the service; what goes wrong here is what the report should find. */
  async study() {
    const { scenario, skill, task } = this;
    const [area] = scenario.key.split("/");
    await this.call(fetchPage(area === "docs" ? "guides/auth" : "quickstart"));
    if (this.chance(skill.page))
      for (const page of ["api/v1/reference", "api/v1/reference/"]) await this.call(fetchMissing(page));
    if (area === "cli") {
      if (this.chance(skill.option)) await this.call(calls.wrongDeploy);
      await this.call(calls.deploy);
    }
    if (area === "api" && task.model === "mini" && this.chance(0.35)) await this.call(calls.status);
    if (this.chance(skill.limit)) await this.search();
    if (this.chance(0.3)) await this.call(calls.reread);
  }

  async search() {
    const { key, name } = this.scenario;
    for (const words of ["retry idempotency", "retry"]) await this.call(searchTooOften(`${name} ${words}`));
    this.isStuck = this.task.model === "flash" && key === "api/create-payment";
  }

  /** A thin answer leaves out what the first check looks for. */
  async write(isThin) {
    const { file, checks } = this.scenario;
    const words = checks.map(({ contains }) => contains).filter((word) => word !== undefined && word !== "export");
    const content = writeText(file, isThin ? words.slice(1) : words);
    const path = join(this.io.workspace, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    await this.call(writeFile(file, content));
  }

  async test() {
    if (this.chance(0.35)) {
      await this.call(calls.failingTest);
      await this.call(editFile(this.scenario.file));
    }
    await this.call(calls.test);
  }

  chance(share) {
    return this.random() < share;
  }

  async say(text, thought = false) {
    await this.emit({ type: "assistant", text, thought }, 2 * this.pace);
  }

  async call({ tool, input, result, seconds }) {
    this.calls += 1;
    const id = String(this.calls);
    await this.emit({ type: "tool_use", id, tool, input }, (1 + this.random() * 3) * this.pace);
    await this.emit({ type: "tool_result", id, ...result }, seconds);
  }

  async emit(entry, seconds) {
    await new Promise((resolve) => setTimeout(resolve, (seconds * 1000) / hurry));
    this.io.abort.throwIfAborted();
    this.io.emit(entry);
  }

  reportUsage(share) {
    const { tokens, usd } = this.skill;
    const factor = share * (0.75 + this.random() * 0.6);
    this.io.usage(
      { input: Math.round(tokens * factor * 0.9), output: Math.round(tokens * factor * 0.1) },
      usd * factor,
    );
  }
}

function writeText(file, words) {
  if (file.endsWith(".md")) return `# acme-app\n\n## What is new\n\n${words.map((word) => `- ${word}\n`).join("")}`;
  const name = file.replace(/^.*\/|\.js$/g, "");
  const comments = words.map((word) => `  // ${word}\n`).join("");
  return `export async function ${name}(call, retries = 3) {
${comments}  let error;
  for (let attempt = 0; attempt < retries; attempt += 1) {
    try {
      return await call();
    } catch (caught) {
      error = caught;
    }
  }
  throw error;
}
`;
}
