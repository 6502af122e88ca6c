// POST /auth/email-change/undo: the former address takes the account back (access.md#undoing-a-change-of-address).

import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { escapeHtml } from '../../../core/http/html.ts';
import type { PlainPage } from '../../../core/http/plain-page.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { forgetBankAccounts } from '../../investing/bank-accounts/index.ts';
import { blockCardsOf } from '../../investing/gift-cards/index.ts';
import { stopWithdrawals } from '../../investing/withdrawals/index.ts';
import { enqueueProviderUpdate, lockCustomer } from '../customers/index.ts';
import { deletePasskeys } from '../factors/index.ts';
import { changeOfToken, credentialChanged, endUndos, findAddressChange, isUndoOpen, useUndo } from '../mfa/index.ts';
import { changeEmail, discardPassword, setSecondFactor } from '../session/index.ts';
import { UNDO_LINK_OVER, UNDO_LINK_UNKNOWN } from './errors.ts';

/** Why gift cards are blocked, for administrators. */
const UNDONE = 'Achetée après un changement d’adresse e-mail que son titulaire a annulé.';

/**
 * The owner of the former mailbox has the link, and needs no session. With the customer locked: 1. the link is used, once; 2. bank
 * accounts that were added since are removed, gift cards that were bought since blocked, and withdrawals that were not sent canceled; 3. the
 * account has its former address again, the second factor that it had, no password (one is set by a code to that address), and no passkey: the one who changed the address may have
 * registered theirs before; 4. later links end, and all that any other credential opened. A link that was used answers like the first time.
 * Errors: `email-change.undo-link-unknown`, `email-change.undo-link-over`.
 */
export async function undoAddressChange(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
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

    await stopWithdrawals(tx, deps, { customerId, at });
    await forgetBankAccounts(tx, deps, { customerId, since: changedAt });
    const cards = await blockCardsOf(tx, { customerId, since: changedAt, reason: UNDONE, at });
    if (cards > 0)
      await enqueueChatMessage(tx, deps, {
        channel: 'internal-alerts',
        text: `Le client ${customerId} a repris son compte à qui avait changé son adresse e-mail. Cartes cadeaux achetées depuis, bloquées, à rembourser ou à débloquer : ${cards}.`,
      });

    await endUndos(tx, { userId, changedAfter: changedAt, formerEmail });
    await changeEmail(tx, { userId, newEmail: formerEmail, at });
    await discardPassword(tx, { userId, at });
    await deletePasskeys(tx, { userId });
    if (change.hadSecondFactor === true) await setSecondFactor(tx, { userId, enabled: true, at });
    await enqueueProviderUpdate(tx, deps, customer);
    await credentialChanged(tx, deps, { userId, by: 'email-update-undo', formerEmail: change.presentEmail });
  });
  return { email: formerEmail };
}

// The page behind the link of the notice to a former address.

/** What became of the change, or why there is nothing to do. */
export type UndoPage = { state: 'open'; token: string; changedOn: string } | { state: 'used' } | { state: 'over' };

/** `changedOn`: the moment in words. */
export function renderUndoPage(page: UndoPage): PlainPage {
  return { title: 'Adresse e-mail de votre compte', main: bodyOf(page) };
}

function bodyOf(page: UndoPage): string {
  if (page.state === 'used')
    return `<h1>Votre adresse est rétablie</h1><p>Tous les appareils ont été déconnectés et l’ancien mot de passe ne fonctionne plus.
Choisissez-en un nouveau : à la connexion, demandez un code par « Mot de passe oublié ».</p>`;
  if (page.state === 'over')
    return '<h1>Ce lien ne fonctionne plus</h1><p>Son délai est écoulé, ou l’adresse a changé depuis. Si ce n’était pas vous, répondez au message qui vous a mené ici.</p>';
  return `<h1>Ce changement n’était pas de vous ?</h1>
<p>L’adresse e-mail de votre compte a été remplacée le ${page.changedOn}. Vous pouvez reprendre votre compte avec cette adresse-ci : tous les
appareils seront déconnectés, le mot de passe sera à choisir de nouveau, toutes les clés d’accès et les comptes bancaires ajoutés depuis seront retirés, et les cartes cadeaux achetées depuis bloquées.</p>
<form method="post"><input type="hidden" name="token" value="${escapeHtml(page.token)}"><button>Rétablir mon adresse</button></form>`;
}
