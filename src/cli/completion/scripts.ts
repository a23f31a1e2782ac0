/** What each shell reads to complete `axis`: a few lines that ask the same program for what can come next. */

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

export const scripts: Readonly<Record<Shell, string>> = {
  bash: `# Completes axis in bash. Without a candidate of its own, bash offers files.
_axis() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("$line")
  done < <("\${COMP_WORDS[0]}" completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _axis axis`,
  zsh: `#compdef axis
# Completes axis in zsh. Without a candidate of its own, zsh offers files.
_axis() {
  local -a found
  found=("\${(@f)$("\${words[1]}" completion zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if (( \${#found[1]} )); then _describe axis found; else _files; fi
}
compdef _axis axis`,
  fish: `# Completes axis in fish. Without a candidate of its own, fish offers files.
function __axis_complete
    set -l words (commandline -opc)
    set -l found ($words[1] completion fish -- $words[2..-1] (commandline -ct) 2>/dev/null)
    if test -n "$found"
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c axis -f -a '(__axis_complete)'`,
};

/** Something that can come next. */
export interface Completion {
  readonly value: string;
  readonly about: string;
}

/** A line for a shell: bash shows no explanations, zsh separates them with a colon, fish with a tab. */
export function formatCompletion({ value, about }: Completion, shell: Shell): string {
  if (about === "" || shell === "bash") return shell === "zsh" ? value.replaceAll(":", "\\:") : value;
  return shell === "zsh" ? `${value.replaceAll(":", "\\:")}:${about}` : `${value}\t${about}`;
}
