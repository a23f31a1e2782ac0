/** How far the AXIS project has proven each built-in agent that is a program. */

/** From strongest to weakest. */
export type AgentProof = "ci" | "by hand" | "handshake" | "never";

/** By the agent's name. A real run decides; documentation of the vendor proves nothing. */
const proofs: Readonly<Record<string, AgentProof>> = {
  "claude-code": "ci",
  codex: "ci",
  gemini: "ci",
  "claude-sdk": "ci",
  "codex-sdk": "ci",
  "qwen-code": "ci",
  opencode: "ci",
  copilot: "ci",
  cline: "ci",
  kimi: "by hand",
  kilo: "by hand",
  auggie: "handshake",
  "factory-droid": "handshake",
  qoder: "handshake",
  goose: "never",
  "fast-agent": "never",
  openhands: "never",
  "mistral-vibe": "never",
  blackbox: "never",
  stakpak: "never",
  poolside: "never",
  vtcode: "never",
  "cursor-agent": "never",
  "kiro-cli": "never",
};

/** As a column of a table. */
export const proofNames: Readonly<Record<AgentProof, string>> = {
  ci: "driven in CI",
  "by hand": "driven by hand",
  handshake: "handshake only",
  never: "never run",
};

/** As a sentence about the agent; null if there is nothing to warn about. */
export const proofWarnings: Readonly<Record<AgentProof, string | null>> = {
  ci: null,
  "by hand": null,
  handshake: "the AXIS project has seen its program answer, but no task run",
  never: "never run by the AXIS project; follows its vendor's documentation",
};

/** Undefined for agents that are not a program of the built-in table. */
export function findAgentProof(name: string): AgentProof | undefined {
  return Object.hasOwn(proofs, name) ? proofs[name] : undefined;
}
