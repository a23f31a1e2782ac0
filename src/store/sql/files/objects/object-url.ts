/** The URL of an object, with the bucket in the path or, if configured, in the host name. */
import type { ObjectSettings } from "../../../../core/config/object-settings.ts";

/** Neither bucket nor key contains characters that need encoding. */
export function objectUrl(
  { endpoint, bucket, path_style = true }: Pick<ObjectSettings, "endpoint" | "bucket" | "path_style">,
  key: string,
): string {
  const url = new URL(endpoint);
  if (!path_style) url.hostname = `${bucket}.${url.hostname}`;
  url.pathname = path_style ? `/${bucket}/${key}` : `/${key}`;
  return url.href;
}
