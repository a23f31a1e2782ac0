/** `axis run --script`: starts a scripted model that stands in for every model of the run, and logs its requests. */
import { createHash } from "node:crypto";
import { createWriteStream, type WriteStream } from "node:fs";
import { access, open, readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { readDataFile } from "../core/data-files/json-file.ts";
import { isModule, loadDefault } from "../config/module.ts";
import { AxisError, errorMessage } from "../core/error.ts";
import type { Rehearsal } from "../core/plan/rehearsal.ts";
import { createRedactor, collectSecrets } from "../runner/secrets/redact.ts";
import type { LoggedRequest } from "../testing/scripted-model/request-log.ts";
import type { ScriptInput } from "../testing/scripted-model/script.ts";
import type { CliDeps } from "./command.ts";

export interface RehearsalFlags {
  readonly script?: string;
  readonly scriptLog?: string;
}

export interface OpenRehearsal extends AsyncDisposable {
  readonly rehearsal: Rehearsal;
  /** Also redacts the values of these variables in the log. */
  protect(names: readonly string[]): void;
}

/** Returns undefined without `--script`. */
export async function openRehearsal(flags: RehearsalFlags, deps: CliDeps): Promise<OpenRehearsal | undefined> {
  const { script: shown } = flags;
  if (shown === undefined) return undefined;
  const file = resolve(deps.cwd, shown);
  const { script, sha256 } = await readScriptFile(file, shown);
  const { openScriptedModel } = await import("../testing/scripted-model/server.ts");
  const log =
    flags.scriptLog === undefined ? undefined : await openRequestLog(resolve(deps.cwd, flags.scriptLog), deps);
  const model = await openScriptedModel(script, { keep: false, ...(log && { onRequest: log.add }) });
  return {
    rehearsal: { script: { file: basename(file), sha256 }, endpoint: model.endpoint },
    protect: (names) => log?.protect(names),
    async [Symbol.asyncDispose]() {
      await model[Symbol.asyncDispose]();
      await log?.close();
    },
  };
}

async function readScriptFile(file: string, shown: string): Promise<{ script: ScriptInput; sha256: string }> {
  await access(file).catch((cause: unknown) => {
    throw new AxisError("flag-invalid", `--script: ${shown} does not exist or cannot be read`, {
      hint: "docs/dry-run.md describes scripts; examples/dry-run contains one",
      cause,
    });
  });
  const written = isModule(file) ? await loadDefault(file, { shown }) : await readDataFile(file, shown);
  const { parseScript } = await import("../testing/scripted-model/parse-script.ts");
  parseScript(written, shown);
  const sha256 = createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
  // parseScript has just validated it.
  return { script: written as ScriptInput, sha256 };
}

interface RequestLogFile {
  readonly add: (request: LoggedRequest) => void;
  protect(names: readonly string[]): void;
  close(): Promise<void>;
}

/** Writes one request per line, with the operator's secrets redacted: an agent may have sent one of them. */
async function openRequestLog(file: string, { env }: CliDeps): Promise<RequestLogFile> {
  let redactor = createRedactor(collectSecrets(env, []));
  const stream = await openEmptyFile(file);
  let failure: Error | undefined;
  stream.on("error", (error) => (failure = error));
  return {
    add: (request) => void stream.write(`${JSON.stringify(redactor.value(request))}\n`),
    protect: (names) => void (redactor = createRedactor(collectSecrets(env, names))),
    async close() {
      await new Promise<void>((done) => stream.end(() => done()));
      if (failure !== undefined)
        throw new AxisError("disk", `--script-log ${file} could not be written (${errorMessage(failure)})`);
    },
  };
}

async function openEmptyFile(file: string): Promise<WriteStream> {
  try {
    await (await open(file, "w")).close();
    return createWriteStream(file, { flags: "a" });
  } catch (cause) {
    throw new AxisError("not-writable", `--script-log ${file} cannot be written (${errorMessage(cause)})`, { cause });
  }
}
