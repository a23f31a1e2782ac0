/** Who sits at this machine: the name that signs labels. */
import { userInfo } from "node:os";

/** Null if the system does not know the user, as in some containers. */
export function readPerson(): string | null {
  try {
    return userInfo().username || null;
  } catch {
    return null;
  }
}
