/** The object store of a command: settings.store.objects, which environment variables override, plus its keys. */
import { AxisError } from "../core/error.ts";
import { ObjectSettings } from "../core/config/object-settings.ts";
import type { StoreSettings } from "../core/config/store-settings.ts";
import type { ObjectStoreAccess } from "../store/sql/files/objects/object-store.ts";

/** A worker without a config has only these variables. */
const variables = {
  endpoint: "AXIS_S3_ENDPOINT",
  bucket: "AXIS_S3_BUCKET",
  region: "AXIS_S3_REGION",
  prefix: "AXIS_S3_PREFIX",
} as const;

/** Returns undefined if no object store is configured. An empty variable counts as unset. */
export function readObjectStoreSettings(
  env: NodeJS.ProcessEnv,
  store: StoreSettings | undefined,
): ObjectStoreAccess | undefined {
  const said = Object.entries(variables).flatMap(([part, name]) => (env[name] ? [[part, env[name]]] : []));
  const parts = { ...store?.objects, ...Object.fromEntries(said) };
  if (parts.endpoint === undefined && parts.bucket === undefined) return undefined;
  const settings = ObjectSettings.safeParse(parts);
  if (!settings.success) throw objectStoreError(settings.error.issues[0]);
  const [keyId, secret] = [env["AXIS_S3_KEY_ID"], env["AXIS_S3_SECRET"]];
  if (!keyId || !secret)
    throw new AxisError("flag-invalid", "An object store is configured, but its keys are missing", {
      hint: "Set AXIS_S3_KEY_ID and AXIS_S3_SECRET in this command's environment",
    });
  return { settings: settings.data, keys: { keyId, secret } };
}

/** The config was already validated, so the error is in a variable, or a variable is missing. */
function objectStoreError(
  issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined,
): AxisError {
  const part = issue?.path[0];
  const name = Object.entries(variables).find(([each]) => each === part)?.[1] ?? "The object store";
  return new AxisError("flag-invalid", `${name} is invalid: ${issue?.message}`, {
    hint: "An object store requires endpoint and bucket: settings.store.objects, or AXIS_S3_ENDPOINT and AXIS_S3_BUCKET",
  });
}
