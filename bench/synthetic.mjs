/** Makes transcripts like those of real agents: the same seed, the same entries. */

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const syllables = "ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu ar en il om us".split(" ");
const firstTime = Date.UTC(2026, 0, 5, 9);

/** Yields `count` entries: a task, then thinking, calls and their results, and a last answer. `scale` is how long they are. */
export function* syntheticEntries(count, { seed = 1, scale = 1 } = {}) {
  const run = new SyntheticRun(random(seed), scale);
  yield { type: "user", timestamp: run.time(0), text: "Find out why the build of the service fails and repair it." };
  let made = 1;
  while (made < count - 1) {
    for (const entry of run.step()) {
      if (made === count - 1) break;
      yield entry;
      made += 1;
    }
  }
  yield { type: "assistant", timestamp: run.time(900), text: `The build works again. ${run.sentence(40)}` };
}

/** Yields the entries of about `calls` tool calls, with some thinking between them. */
export function* syntheticCalls(calls, seed = 1) {
  const run = new SyntheticRun(random(seed));
  for (let made = 0; made < calls;) {
    for (const entry of run.step()) {
      if (entry.type === "tool_use") made += 1;
      yield entry;
    }
  }
  yield { type: "assistant", timestamp: run.time(900), text: `done. ${run.sentence(30)}` };
}

class SyntheticRun {
  #random;
  #scale;
  #clock = firstTime;
  #calls = 0;
  #paths = [];
  /** A project has a vocabulary of some thousand words, and most of what is read repeats it. */
  #vocabulary;

  constructor(next, scale = 1) {
    this.#random = next;
    this.#scale = scale;
    this.#vocabulary = Array.from({ length: 6000 }, () => this.#newWord());
  }

  time(afterMs) {
    this.#clock += afterMs;
    return new Date(this.#clock).toISOString();
  }

  sentence(words) {
    return Array.from({ length: words }, () => this.#word()).join(" ");
  }

  /** Thinking one time in five, and a call with its result. */
  *step() {
    if (this.#random() < 0.2)
      yield {
        type: "assistant",
        timestamp: this.time(1500),
        text: this.sentence(Math.ceil((10 + this.#below(120)) * this.#scale)),
      };
    const id = `call_${(this.#calls += 1)}`;
    const { tool, input, makeOutput } = this.#call();
    yield { type: "tool_use", timestamp: this.time(400), id, tool, input };
    const fate = this.#random();
    if (fate < 0.01) {
      yield { type: "error", timestamp: this.time(3000), id, message: `Tool failed: ${this.sentence(8)}` };
      return;
    }
    const isError = fate < 0.08;
    const output = isError ? `Error: no such file or directory: ${this.sentence(12)}` : makeOutput();
    const exit = tool === "Bash" ? { exitCode: isError ? 1 : 0 } : {};
    yield { type: "tool_result", timestamp: this.time(20 + this.#below(2500)), id, output, isError, ...exit };
  }

  #call() {
    const kind = this.#random();
    const lines = () => this.#lines(this.#length());
    if (kind < 0.3) return { tool: "Read", input: { file_path: this.#path() }, makeOutput: lines };
    if (kind < 0.45) return { tool: "Grep", input: { pattern: this.#word(), path: this.#path() }, makeOutput: lines };
    if (kind < 0.6)
      return { tool: "Edit", input: this.#edit(), makeOutput: () => `The file was edited. ${this.#lines(200)}` };
    if (kind < 0.85) return { tool: "Bash", input: { command: this.#command() }, makeOutput: lines };
    if (kind < 0.93)
      return {
        tool: "mcp__issues__search",
        input: { query: this.sentence(4), limit: 20 },
        makeOutput: () => this.#json(),
      };
    return { tool: "WebFetch", input: { url: `https://docs.example.com/${this.#word()}` }, makeOutput: lines };
  }

  /** From 200 bytes to 4 KB; short ones are more frequent, as they are in real runs. */
  #length() {
    return Math.round(200 * 20 ** this.#random());
  }

  /** One read in four goes to a file that was looked at before. */
  #path() {
    if (this.#paths.length > 0 && this.#random() < 0.25) return this.#paths[this.#below(this.#paths.length)];
    const path = `src/${this.#word()}/${this.#word()}-${this.#word()}.ts`;
    if (this.#paths.length < 5000) this.#paths.push(path);
    return path;
  }

  #edit() {
    return { file_path: this.#path(), old_string: this.#lines(150), new_string: this.#lines(250) };
  }

  #command() {
    const kind = this.#below(5);
    if (kind === 0) return `npm test -- ${this.#path()} 2>&1 | tail -n 50`;
    if (kind === 1) return `git diff HEAD~1 -- ${this.#path()} && git status --short`;
    if (kind === 2) return `curl -s "https://api.example.com/${this.#word()}?page=2" | jq '.items[].name'`;
    if (kind === 3) return `cat > ${this.#path()} <<'EOF'\n${this.#lines(300)}\nEOF`;
    return `cd packages/${this.#word()} && ls -la && cat ${this.#path()}`;
  }

  /** Text of about that length, in lines as of a source file. */
  #lines(length) {
    const lines = [];
    for (let left = length * this.#scale; left > 0; left -= lines.at(-1).length + 1)
      lines.push(`  const ${this.#word()} = ${this.#word()}(${this.sentence(3)}); // ${this.#below(10_000)}`);
    return lines.join("\n");
  }

  #json() {
    const items = Array.from({ length: Math.ceil((3 + this.#below(15)) * this.#scale) }, (_, index) => ({
      id: index + this.#below(100_000),
      title: this.sentence(7),
      state: this.#random() < 0.5 ? "open" : "closed",
    }));
    return JSON.stringify({ items, next: null });
  }

  /** Nearly always a known word, now and then a new one. */
  #word() {
    return this.#random() < 0.995 ? this.#vocabulary[this.#below(this.#vocabulary.length)] : this.#newWord();
  }

  #newWord() {
    return Array.from({ length: 2 + this.#below(3) }, () => syllables[this.#below(syllables.length)]).join("");
  }

  #below(limit) {
    return Math.floor(this.#random() * limit);
  }
}
