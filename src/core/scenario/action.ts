/** A lifecycle action: a step of setup, teardown, beforeAll or afterAll. */
import { z } from "zod";

export const Action = z.discriminatedUnion("action", [
  z.strictObject({
    action: z.literal("run_script"),
    command: z.string().min(1).describe("Runs in the system shell; a non-zero exit is a failure."),
  }),
  z.strictObject({
    action: z.literal("copy"),
    match: z.string().min(1).describe("Path or glob, resolved against the config directory."),
    destination: z.string().min(1).describe("Folder, resolved against the workspace."),
  }),
]);
export type Action = z.infer<typeof Action>;
