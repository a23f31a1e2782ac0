/** What an agent changed in a sample run: a change, a new file, one that is gone, one that is too large. */
import type { RunPatch } from "../../src/core/run-patch.ts";

export const samplePatch = {
  file: "it.patch",
  bytes: 700,
  files: 4,
  added: 3,
  removed: 2,
  partial: 1,
} as const satisfies RunPatch;

export const samplePatchText = `diff --git a/src/cart.mjs b/src/cart.mjs
index 1111111..2222222 100644
--- a/src/cart.mjs
+++ b/src/cart.mjs
@@ -5,3 +5,3 @@ const freeShippingFrom = 5000;
 export function subtotal(lines) {
-  return lines.reduce((sum, { price, quantity }) => sum + price + quantity, 0);
+  return lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
 }
diff --git a/run.sh b/run.sh
new file mode 100755
index 0000000..3333333
--- /dev/null
+++ b/run.sh
@@ -0,0 +1,2 @@
+#!/bin/sh
+exec node cart.mjs
diff --git a/old.txt b/old.txt
deleted file mode 100644
index 4444444..0000000
--- a/old.txt
+++ /dev/null
@@ -1 +0,0 @@
-no longer needed
\\ No newline at end of file
diff --git a/video.bin b/video.bin
new file mode 100644
index 0000000..5555555
Files /dev/null and b/video.bin differ
# AXIS: its lines are not shown: it is larger than 1 MiB, or its content is gone
`;

/** Another run of the same task: one file in another way, one in the same way, one of its own. */
export const otherPatch = { ...samplePatch, file: "other.patch", files: 3, added: 4, removed: 1 } as const;

export const otherPatchText = `diff --git a/src/cart.mjs b/src/cart.mjs
index 1111111..9999999 100644
--- a/src/cart.mjs
+++ b/src/cart.mjs
@@ -5,3 +5,3 @@ const freeShippingFrom = 5000;
 export function subtotal(lines) {
-  return lines.reduce((sum, { price, quantity }) => sum + price + quantity, 0);
+  return lines.reduce((sum, line) => sum + line.price * line.quantity, 0);
 }
diff --git a/run.sh b/run.sh
new file mode 100755
index 0000000..3333333
--- /dev/null
+++ b/run.sh
@@ -0,0 +1,2 @@
+#!/bin/sh
+exec node cart.mjs
diff --git a/notes<img src=x onerror=alert(1)>.md b/notes<img src=x onerror=alert(1)>.md
new file mode 100644
index 0000000..6666666
--- /dev/null
+++ b/notes<img src=x onerror=alert(1)>.md
@@ -0,0 +1 @@
+done
`;

/** What a page says of the two, one beside the other. */
export const patchesCompared =
  "2 files changed only before, 1 only after, 1 by both differently, 1 by both in the same way.";
