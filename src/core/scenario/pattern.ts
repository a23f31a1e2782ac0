/** Regular expressions as people write them in a config: plain text with the flags m and u, or /.../flags. */

export interface PatternParts {
  readonly source: string;
  readonly flags: string;
}

const delimited = /^\/(.+)\/([dgimsuvy]*)$/su;

/** Splits a written pattern into source and flags; does not check that it is valid. */
export function parsePattern(text: string): PatternParts {
  const parts = delimited.exec(text);
  if (parts === null) return { source: text, flags: "mu" };
  return { source: parts[1] ?? "", flags: parts[2] ?? "" };
}

/** Compiles the expression; throws a SyntaxError if it is invalid. */
export function compilePattern(text: string): RegExp {
  const { source, flags } = parsePattern(text);
  return new RegExp(source, flags);
}
