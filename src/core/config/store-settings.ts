/** `settings.store`: which database stores runs, where large files go, and how long both are kept. Secrets come only from the environment. */
import { z } from "zod";
import { ObjectSettings } from "./object-settings.ts";

const url = z
  .string()
  .regex(/^postgres(?:ql)?:\/\/\S+$/, "expected a URL such as postgres://axis@db/axis")
  .refine(
    (text) => !hasPassword(text),
    "A password does not belong in a config: put the whole URL into AXIS_DATABASE_URL, or the password into PGPASSWORD",
  );

const days = z.number().int().min(1).max(36_500);

export const RetentionSettings = z.strictObject({
  runs_days: days.optional().describe("Days until a run and its score are deleted; default: never."),
  files_days: days.optional().describe("Days until transcripts, logs and artifacts are deleted; default 90."),
});
export type RetentionSettings = z.infer<typeof RetentionSettings>;

export const StoreSettings = z.strictObject({
  url: url.optional().describe("Postgres 15 or later, without a password; AXIS_DATABASE_URL takes precedence."),
  objects: ObjectSettings.optional().describe("Store for files over 1 MiB, used with a shared Postgres; default none."),
  retention: RetentionSettings.optional().describe("How long stored data is kept."),
});
export type StoreSettings = z.infer<typeof StoreSettings>;

/** Also checks the parameters, where drivers look for a password too; a URL that cannot be parsed might hide one. */
function hasPassword(text: string): boolean {
  if (!URL.canParse(text)) return /:.*@/.test(text.slice(text.indexOf("//") + 2));
  const { password, searchParams } = new URL(text);
  return password !== "" || [...searchParams.keys()].some((name) => /password/i.test(name));
}
