/** `axis token`: creates, lists and revokes tokens of the HTTP API. */
import { InvalidArgumentError, Option } from "commander";
import { type ApiToken, TokenScope } from "../../core/http/api-token.ts";
import { formatJson, terminalLine } from "../../report/text/terminal-safe.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import type { CliDeps, CommandModule } from "../command.ts";
import { type DatabaseFlags, openDatabase } from "../open-database.ts";

interface CreateFlags extends DatabaseFlags {
  readonly name: string;
  readonly scope: TokenScope;
  readonly workspace?: string;
  readonly expires?: number;
}

interface ListFlags extends DatabaseFlags {
  readonly json?: true;
}

const examples = `
A token is printed once; only its hash is stored. Scopes: read; write (includes read); admin (includes write).

Examples:
  axis token create --name ci --scope read --expires 90d
  axis token list
  axis token revoke k3v5zj9x2m4n`;

export const define: CommandModule["define"] = (command, act) => {
  const config = ["-c, --config <path>", "config file"] as const;
  const withStore = (action: (store: SqlStore, deps: CliDeps) => Promise<number>, flags: DatabaseFlags) =>
    act(async (deps) => {
      await using store = await openDatabase(deps, flags, "run");
      return await action(store, deps);
    });
  command.addHelpText("after", examples);
  command
    .command("create")
    .description("Create a token and print it once")
    .requiredOption("--name <name>", "purpose of the token, 1 to 100 characters", parseTokenName)
    .addOption(new Option("--scope <scope>", "scope of the token").choices(TokenScope.options).makeOptionMandatory())
    .option("--workspace <slug>", "limit the token to this workspace; it cannot see others")
    .option("--expires <time>", "how long the token is valid, such as 90d or 12h (default: forever)", parseSeconds)
    .option(...config)
    .action((flags: CreateFlags) => withStore((store, deps) => create(store, flags, deps), flags));
  command
    .command("list")
    .description("List the tokens, newest first")
    .option("--json", "print JSON on stdout")
    .option(...config)
    .action((flags: ListFlags) => withStore((store, deps) => list(store, flags, deps), flags));
  command
    .command("revoke")
    .description("Revoke a token immediately")
    .argument("<id>", "the 12 characters after axis_")
    .option(...config)
    .action((id: string, flags: DatabaseFlags) => withStore((store, deps) => revoke(store, id, deps), flags));
};

async function create({ database }: SqlStore, flags: CreateFlags, { terminal }: CliDeps): Promise<number> {
  const { createToken } = await import("../../store/sql/access/tokens.ts");
  const { requireWorkspace } = await import("../../store/sql/workspaces.ts");
  const workspace = flags.workspace === undefined ? null : await requireWorkspace(database, flags.workspace);
  const { text } = await createToken(database, {
    name: flags.name,
    scopes: [flags.scope],
    workspaceId: workspace?.id ?? null,
    expiresInSeconds: flags.expires ?? null,
  });
  terminal.out(text);
  terminal.err("It is shown only once. Send it as: Authorization: Bearer <token>");
  return 0;
}

async function list({ database }: SqlStore, { json }: ListFlags, { terminal, now }: CliDeps): Promise<number> {
  const { listTokens } = await import("../../store/sql/access/tokens.ts");
  const tokens = await listTokens(database);
  if (json) terminal.out(formatJson(tokens));
  else if (tokens.length === 0)
    terminal.err("There are no tokens. Create one with: axis token create --name <name> --scope read");
  else for (const token of tokens) terminal.out(formatToken(token, now()));
  return 0;
}

function formatToken({ id, name, scopes, expiresAt, revokedAt, lastUsedAt }: ApiToken, now: Date): string {
  const expired = expiresAt !== null && expiresAt <= now;
  const until = expiresAt === null ? "never expires" : `${expired ? "expired" : "expires"} ${formatDay(expiresAt)}`;
  const state = revokedAt === null ? until : `revoked ${formatDay(revokedAt)}`;
  const used = lastUsedAt === null ? "never used" : `last used ${formatDay(lastUsedAt)}`;
  return `${id}  ${scopes.join(",").padEnd(5)}  ${terminalLine(name)}  (${state}, ${used})`;
}

function formatDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

async function revoke({ database }: SqlStore, id: string, { terminal }: CliDeps): Promise<number> {
  const { revokeToken } = await import("../../store/sql/access/tokens.ts");
  await revokeToken(database, id);
  terminal.out(`Token ${id} is revoked.`);
  return 0;
}

function parseTokenName(value: string): string {
  if (value.trim() === "" || [...value].length > 100) throw new InvalidArgumentError("Expected 1 to 100 characters.");
  return value;
}

const units: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400, w: 604_800 };
const maxSeconds = 3_650 * 86_400;

function parseSeconds(value: string): number {
  const [, count = "", unit = ""] = /^(\d{1,6})([mhdw])$/.exec(value) ?? [];
  const total = Number(count) * (units[unit] ?? 0);
  if (total < 60 || total > maxSeconds)
    throw new InvalidArgumentError("Expected a time such as 30m, 12h, 90d or 2w, ten years at most.");
  return total;
}
