// Argon2id for passwords, as PHC strings. Node's own Argon2 gives raw bytes only, and the PHC string is what clients send us too.

import { hash, verify } from '@node-rs/argon2';

/** OWASP's figures: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const passwords = {
  /** PHC string of a password; runs on libuv's threads. */
  hash: (password: string): Promise<string> => hash(password, COST),
  /** True when the password made this PHC string. */
  verify: (attempt: { hash: string; password: string }): Promise<boolean> => verify(attempt.hash, attempt.password),
};
