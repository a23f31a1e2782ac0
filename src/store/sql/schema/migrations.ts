/** All migrations, in their order. */
import { migration001 } from "./migration-001.ts";
import { migration002 } from "./migration-002.ts";
import { migration003 } from "./migration-003.ts";
import { migration004 } from "./migration-004.ts";
import { migration005 } from "./migration-005.ts";
import { migration006 } from "./migration-006.ts";
import { migration007 } from "./migration-007.ts";
import { migration008 } from "./migration-008.ts";
import { migration009 } from "./migration-009.ts";
import { migration010 } from "./migration-010.ts";
import type { Migration } from "./migration.ts";

export const migrations: readonly Migration[] = [
  migration001,
  migration002,
  migration003,
  migration004,
  migration005,
  migration006,
  migration007,
  migration008,
  migration009,
  migration010,
];
