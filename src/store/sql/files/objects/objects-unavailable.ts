/** The object store cannot be reached or refuses a request: objects that may well exist cannot be accessed. */
import { AxisError } from "../../../../core/error.ts";

/** Never contains a key, nor the store's answer, which may repeat one. */
export class ObjectsUnavailable extends AxisError {
  /** Whether a retry may succeed; if not, someone has to fix a key or a setting first. */
  readonly isTransient: boolean;

  constructor(why: string, { hint, cause, isTransient = false }: UnavailableOptions = {}) {
    super("store-unavailable", why, { hint, cause });
    this.isTransient = isTransient;
  }
}

interface UnavailableOptions {
  readonly hint?: string;
  readonly cause?: unknown;
  readonly isTransient?: boolean;
}

/** The error for a blob in an object store that is not configured here. */
export function noObjectStoreError(): ObjectsUnavailable {
  return new ObjectsUnavailable("The file is in an object store, but no object store is configured here", {
    hint: "Set settings.store.objects, or AXIS_S3_ENDPOINT and AXIS_S3_BUCKET, as on the machine that stored the file",
  });
}
