// What the document brings along for the script: what it was drawn from.

import type { Platform } from './platform.ts';
import type { Account } from './session.ts';

export type Start = {
  kind: 'shown' | 'waiting' | 'absent' | 'failed';
  /** Of the page, where `kind` is `shown`. */
  data?: unknown;
  platform: Platform;
  account: Account | null;
  /** The time by the clock of the service. */
  now: string;
  /** Address of the script, which names the version of the site. */
  script: string;
};
