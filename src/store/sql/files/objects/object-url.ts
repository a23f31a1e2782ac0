/** The address of an object: its bucket in the path, or before the host where the store wants that. */
import type { ObjectSettings } from "../../../../core/config/object-settings.ts";

/** Neither bucket nor key holds anything that would have to be encoded. */
export function objectUrl(
  { endpoint, bucket, path_style = true }: Pick<ObjectSettings, "endpoint" | "bucket" | "path_style">,
  key: string,
): string {
  const url = new URL(endpoint);
  if (!path_style) url.hostname = `${bucket}.${url.hostname}`;
  url.pathname = path_style ? `/${bucket}/${key}` : `/${key}`;
  return url.href;
}
