// Compares a code that was typed with the code of a locked context, and counts it when it is wrong.

import { codeBox } from '../../../core/code-box.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { countWrongCode, type MfaContext } from './queries.ts';
import { ownerOf, voidsCode } from './rules.ts';

/**
 * True for the right code, expired or not. A wrong one is counted under the row's lock, and the fifth voids the code, also when
 * many are tried concurrently. The caller must let `tx` commit before it refuses.
 */
export async function checkCode(tx: Tx, deps: Pick<AppDeps, 'config'>, context: MfaContext, guess: string): Promise<boolean> {
  const { codeCiphertext } = context;
  if (codeCiphertext === null) return false;
  const box = codeBox(deps.config.MFA_ENCRYPTION_KEY);
  const code = box.open(codeCiphertext, ownerOf(context));
  if (code !== undefined && box.isSame(code, guess)) return true;
  await countWrongCode(tx, { ...context, isVoid: voidsCode(context.wrongCodeCount) });
  return false;
}
