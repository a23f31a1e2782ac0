/** Finds the program's working folder in its prompt. Relative paths of a script are resolved against it. */

/** How programs state it; the rest of the line is the path. */
const directoryPatterns: readonly RegExp[] = [
  // Claude Code, OpenCode, Cline and others.
  /working directory: *(\/[^\n]+)/i,
  // Codex.
  /<cwd>(\/[^<\n]+)<\/cwd>/,
  // Gemini CLI and Qwen Code.
  /workspace directories:\**\s+- (\/[^\n]+)/i,
];

export function findWorkingDirectory(text: string): string | null {
  for (const sentence of directoryPatterns) {
    const found = sentence.exec(text)?.[1];
    if (found !== undefined) return found.trim();
  }
  return null;
}
