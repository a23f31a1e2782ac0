/** Makes the store a suite looks at. */
import type { Store } from "../../core/store.ts";

/** Each call must give an empty one. */
export type OpenStore = () => Store | Promise<Store>;
