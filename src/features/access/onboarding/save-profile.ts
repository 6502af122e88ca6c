// PATCH /customers/profile: validates and saves profile fields of the investor (A-onboarding-6).

import type { Static } from 'typebox';
import { parisDate } from '../../../core/dates.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, FORBIDDEN, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { NAME_RULES } from '../../../providers/email/index.ts';
import {
  type Customer,
  enqueueProviderUpdate,
  type InvestorView,
  lockCustomer,
  mailInvestor,
  nameMarkOf,
  type ProfileChanges,
  readInvestorView,
  writeProfile,
} from '../customers/index.ts';
import { declareTaxIdentity, loadCommunes, type NewTaxIdentity } from '../tax-identity/index.ts';
import { judgeProfile, type SentProfile } from './judge-profile.ts';
import { changesOfFixed, maySaveProfile } from './rules.ts';

/**
 * Fields left out keep their saved value; the whole profile must be complete and within the provider's limits. A job updates an
 * account that the provider has already. Errors: `validation-failed`, then `forbidden` when KYC is verified or waits for the
 * verifier, except for the first profile of a v2 investor, or would change what the provider's account was opened with (A-onboarding-17).
 */
export async function saveProfile(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs'>,
  input: { customerId: CustomerId; profile: SentProfile; taxIdentity?: Static<typeof NewTaxIdentity> },
): Promise<InvestorView> {
  const { customerId, taxIdentity: sent } = input;
  const communes = sent && (await loadCommunes());
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    // What is left out comes from the saved profile, which another save may be changing.
    const customer = await lockCustomer(tx, customerId);
    const judged = await judgeProfile(customer, input.profile, parisDate(at));
    if ('faults' in judged) throw new AppError(VALIDATION_FAILED, judged);
    if (!customer || !maySaveProfile(customer)) throw new AppError(FORBIDDEN);
    const fixed = changesOfFixed(customer, judged.changes);
    if (fixed.length > 0)
      throw new AppError(FORBIDDEN, {
        detail: `The payment provider has your account under these data, or is opening it. They cannot change here: ${fixed.join(', ')}.`,
      });
    await writeProfile(tx, customerId, judged.changes, at);
    if (sent && communes) await declareTaxIdentity(tx, { customerId, sent, communes, at: 'body/taxIdentity', now: at });
    await enqueueProviderUpdate(tx, deps, customer);
    await tellOfName(tx, deps, customer, judged.changes);
  });
  return readInvestorView(deps.db, customerId);
}

/** Tells team and investor of a name that the provider may refuse, once for the same names (A-onboarding-21). */
async function tellOfName(tx: Tx, deps: Pick<AppDeps, 'jobs'>, saved: Customer, changes: ProfileChanges): Promise<void> {
  const { firstName = saved.firstName, lastName = saved.lastName } = changes;
  const mark = nameMarkOf({ firstName, lastName });
  if (mark === null || (firstName === saved.firstName && lastName === saved.lastName)) return;
  await mailInvestor(tx, deps, { customerId: saved.id, template: 'name-marked', data: { mark } });
  await enqueueChatMessage(tx, deps, {
    channel: 'internal-alerts',
    text: `Le prestataire de paiement risque de refuser le nom du client ${saved.id} (${NAME_RULES[mark]}). Le profil est enregistré : demandez-lui d’ouvrir ce compte, ou vérifiez avec le client que son nom est écrit comme sur sa pièce d’identité.`,
  });
}
