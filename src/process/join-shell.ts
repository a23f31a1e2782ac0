/** The shell line through which a program joins its control group before it becomes itself. */

export interface Joiner {
  readonly shell: string;
  /** How the shell becomes the program. */
  readonly become: string;
}

const plainly = 'exec "$@"';
/** bash puts SHLVL back as it leaves. A program whose path holds "=" cannot go this way: env takes it for a variable. */
const withoutLevel = 'exec /usr/bin/env -u SHLVL "$@"';

/** Tried in this order; which of them leaves an environment as it was is found out by a probe. */
export const joiners: readonly Joiner[] = [
  { shell: "/bin/sh", become: plainly },
  { shell: "/bin/dash", become: plainly },
  { shell: "/bin/sh", become: withoutLevel },
];

/** Joining must not fail loudly on the program's own stderr; whoever ends the group looks whether it held. */
function joinLine(count: number): string {
  const joins = Array.from({ length: count }, (_, index) => `echo 0 > "$${index}"; `).join("");
  const others = count > 1 ? `shift ${count - 1}; ` : "";
  return `{ ${joins}} 2>/dev/null; ${others}unset PWD OLDPWD SHLVL; `;
}

/** Arguments for the shell; the program and its arguments follow them, untouched whatever characters they hold. */
export function joinArguments(joiner: Joiner, entrances: readonly string[]): string[] {
  return ["-c", joinLine(entrances.length) + joiner.become, ...entrances];
}

/** Whether this program, with variables of these names, comes through as it is. A name that is no identifier would be lost. */
export function survivesJoining(joiner: Joiner, program: string, names: readonly string[]): boolean {
  return (joiner.become !== withoutLevel || !program.includes("=")) && namesSurvive(names);
}

/** Whether a shell hands variables of these names on as they are. */
export function namesSurvive(names: readonly string[]): boolean {
  return names.every((name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !shellNames.test(name));
}

/** Names that a shell sets, changes or unsets itself. */
const shellNames =
  /^(_|PWD|OLDPWD|SHLVL|IFS|PPID|OPTIND|OPTARG|PS[0-9]|LINENO|ENV|MAIL|MAILPATH|MAILCHECK|HISTSIZE|ATTY|RANDOM|SECONDS|E?UID|GROUPS|SHELLOPTS|POSIXLY_CORRECT|BASH.*|FUNCNEST)$/;
