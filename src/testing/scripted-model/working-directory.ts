/** Finds the folder a program works in, in what it tells its model. Written paths are made absolute with it. */

/** How programs say it: Claude Code and OpenCode, Codex, Gemini CLI and its kin, and others. */
const sentences = [
  /working directory(?: is)?: *`?(\/[^\s`<>"]+)/i,
  /<cwd>(\/[^<]+)<\/cwd>/,
  /(?:working in|current working directory|the directory)[^\n/]{0,30}:? *`?(\/[^\s`<>"]+)/i,
  /^cwd: *(\/\S+)/im,
];

export function workingDirectoryIn(text: string): string | null {
  for (const sentence of sentences) {
    const found = sentence.exec(text)?.[1];
    if (found !== undefined) return found.replace(/[.,;]$/, "");
  }
  return null;
}
