/** Creates the store that a suite tests. */
import type { Store } from "../../core/store.ts";

/** Each call must return an empty one. */
export type OpenStore = () => Store | Promise<Store>;
