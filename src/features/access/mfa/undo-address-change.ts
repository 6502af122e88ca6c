// POST /auth/email-change/undo: the former address takes the account back (A-mfa-16, access.md#undoing-a-change-of-address).

import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { enqueueProviderUpdate, lockCustomer } from '../customers/index.ts';
import { changeEmail, discardPassword, setSecondFactor } from '../session/index.ts';
import { credentialChanged } from './credential-changed.ts';
import { endUndos, findAddressChange, useUndo } from './credential-queries.ts';
import { UNDO_LINK_OVER, UNDO_LINK_UNKNOWN } from './errors.ts';
import { changeOfToken, isUndoOpen } from './rules.ts';

/** Why gift cards are blocked, for administrators. */
const UNDONE = 'Achetée après un changement d’adresse e-mail que son titulaire a annulé.';

/**
 * Whoever has the link reads the former mailbox, and needs no session. With the customer locked: 1. the link is used, once; 2. bank accounts
 * that were added since are removed, gift cards that were bought since blocked, and withdrawals that were not sent are canceled; 3. the account has its former address again, the
 * second factor that it had, and no password: one is set by a code to that address; 4. later links end, and all that any other credential
 * opened. A link that was used answers like the first time.
 * Errors: `email-change.undo-link-unknown`, `email-change.undo-link-over`.
 */
export async function undoAddressChange(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'stopWithdrawals' | 'forgetBankAccounts' | 'blockGiftCards'>,
  { token }: { token: string },
): Promise<{ email: string }> {
  const changeId = changeOfToken(deps.config, token);
  const found = changeId === undefined ? undefined : await findAddressChange(deps.db, changeId);
  if (!found) throw new AppError(UNDO_LINK_UNKNOWN);
  const { id, customerId, userId, formerEmail, changedAt } = found;
  await inTransaction(deps.db, async (tx) => {
    const customer = await lockCustomer(tx, customerId);
    const change = await findAddressChange(tx, id);
    const at = deps.clock.now();
    if (!customer || change?.undoState === 'used') return;
    if (change === undefined || !isUndoOpen(change, at) || !(await useUndo(tx, id))) throw new AppError(UNDO_LINK_OVER);

    await deps.stopWithdrawals(tx, { customerId, at });
    await deps.forgetBankAccounts(tx, { customerId, since: changedAt });
    const cards = await deps.blockGiftCards(tx, { customerId, since: changedAt, reason: UNDONE, at });
    if (cards > 0)
      await enqueueChatMessage(tx, deps, {
        channel: 'internal-alerts',
        text: `Le client ${customerId} a repris son compte à qui avait changé son adresse e-mail. Cartes cadeaux achetées depuis, bloquées, à rembourser ou à débloquer : ${cards}.`,
      });

    await endUndos(tx, { userId, changedAfter: changedAt, formerEmail });
    await changeEmail(tx, { userId, newEmail: formerEmail, at });
    await discardPassword(tx, { userId, at });
    if (change.hadSecondFactor === true) await setSecondFactor(tx, { userId, enabled: true, at });
    await enqueueProviderUpdate(tx, deps, customer);
    await credentialChanged(tx, deps, { userId, by: 'email-update-undo', formerEmail: change.presentEmail });
  });
  return { email: formerEmail };
}
