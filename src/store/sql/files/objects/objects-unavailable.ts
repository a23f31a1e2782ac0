/** The object store cannot be asked, or does not do what it is asked: bytes that may well be there are out of reach. */
import { AxisError } from "../../../../core/error.ts";

/** Never holds a key, nor what the store answered: that may repeat one. */
export class ObjectsUnavailable extends AxisError {
  /** Whether asking again a moment later may help; else somebody has to set something right first. */
  readonly mayPass: boolean;

  constructor(why: string, { hint, cause, mayPass = false }: UnavailableOptions = {}) {
    super("store-unavailable", why, { ...(hint !== undefined && { hint }), cause });
    this.mayPass = mayPass;
  }
}

interface UnavailableOptions {
  readonly hint?: string;
  readonly cause?: unknown;
  readonly mayPass?: boolean;
}

/** A blob lies in an object store that this process knows nothing of. */
export function noObjectStore(): ObjectsUnavailable {
  return new ObjectsUnavailable("The file lies in an object store, and none is configured here", {
    hint: "Set settings.store.objects, or AXIS_S3_ENDPOINT and AXIS_S3_BUCKET, as those who stored it did",
  });
}
