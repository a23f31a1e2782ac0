/** One gate per provider, address and key, shared by everybody in the process who asks there. */
import { createHash } from "node:crypto";
import { type Gate, type GateOptions, openGate } from "./gate.ts";

export interface Gates {
  of(place: {
    readonly provider: string;
    readonly baseUrl?: string | undefined;
    readonly apiKey: string | undefined;
  }): Gate;
}

export function openGates(options: GateOptions = {}): Gates {
  const gates = new Map<string, Gate>();
  return {
    of({ provider, baseUrl = "", apiKey = "" }) {
      // The key itself is kept nowhere.
      const name = createHash("sha256")
        .update(JSON.stringify([provider, baseUrl, apiKey]))
        .digest("hex");
      const gate = gates.get(name) ?? openGate(options);
      gates.set(name, gate);
      return gate;
    },
  };
}

export const sharedGates: Gates = openGates();
