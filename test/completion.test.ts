/** Completion as a shell does it: each shell reads what `axis completion` prints, and is asked. */
import { expect, test } from "vitest";
import { openShellProject, shell } from "./fixtures/axis.ts";

const askBash = `. /dev/stdin <<< "$(axis completion bash)"
ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _axis; printf '%s\\n' "\${COMPREPLY[@]}"; }
ask axis resc; ask axis run --sandbox po; ask axis run --scenario ""; echo files: "\${#COMPREPLY[@]}"; ask axis run --junit ""`;

/** Where nobody types, zsh has no completion system, so what the script calls is defined here. */
const askZsh = `compdef() { :; }; _describe() { print -l -- $found; }; _files() { echo "files of zsh"; }
source <(axis completion zsh)
ask() { words=("$@"); CURRENT=$#; _axis; }
ask axis resc; ask axis run --agent ""; ask axis run --junit ""`;

const askFish = `axis completion fish | source
complete -C "axis resc"; complete -C "axis run --agent "; complete -C "axis run --junit "`;

test.each([
  ["bash", askBash, "rescore\npodman\na/b\ntask\nfiles: 2\n\n"],
  ["zsh -f", askZsh, "rescore:Score the runs of a report again without running agents\nmy-agent\nfiles of zsh\n"],
  [
    "fish --no-config",
    askFish,
    "rescore\tScore the runs of a report again without running agents\nmy-agent\naxis.config.json\nscenarios/\n",
  ],
])(
  "%s completes commands, values and names of the project, and leaves files to itself",
  async (program, ask, expected) => {
    await using project = await openShellProject({
      agents: { "my-agent": "true" },
      scenarios: { "a/b": {}, task: {} },
    });
    await project.write({ "../bin/axis": `#!/bin/sh\nexec $AXIS "$@"\n`, "../ask": ask });
    const path = `${project.root}/bin:${process.env["PATH"]}`;
    const { code, stdout, stderr } = await shell(project, `${program} ../ask`, { PATH: path });
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: expected, stderr: "" });
  },
);
