/** Renders what to do next: labels with commands that can be pasted, also where a command is wider than the terminal. */
import { displayWidth } from "./terminal-safe.ts";

const labelWidth = 9;

/** `Next     axis reports latest`: a command too wide for the line is continued with a backslash, as a shell reads it. */
export function renderCommand(label: string, command: string, width: number): string[] {
  const space = " ".repeat(labelWidth);
  return wrapCommand(command, width - labelWidth).map(
    (line, index) => (index === 0 ? label.padEnd(labelWidth) : space) + line,
  );
}

/** A path stays in one piece: on a narrow terminal it gets a line of its own. */
export function renderPath(label: string, path: string, width: number): string[] {
  return labelWidth + displayWidth(path) <= width ? [label.padEnd(labelWidth) + path] : [label, path];
}

function wrapCommand(command: string, width: number): string[] {
  if (displayWidth(command) <= width) return [command];
  const lines: string[] = [];
  let line = "";
  for (const word of splitWords(command)) {
    const next = line === "" ? word : `${line} ${word}`;
    // Two more columns for the backslash.
    if (line !== "" && displayWidth(next) + 2 > width) {
      lines.push(`${line} \\`);
      line = `  ${word}`;
    } else line = next;
  }
  return [...lines, line];
}

/** Words as a shell sees them: one in single quotes is not split. */
function splitWords(command: string): string[] {
  return command.match(/(?:'[^']*'|\\.|[^\s'])+/g) ?? [];
}
