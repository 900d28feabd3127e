import { MANIFEST } from "../../shared/doctor/trial-project.ts";

/** A risky write, as Codex's agents make it. */
export const PATCH = `*** Begin Patch
*** Update File: package.json
@@
-${MANIFEST.trimEnd()}
+{}
*** End Patch`;
