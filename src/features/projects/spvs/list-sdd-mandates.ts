// GET /administration/spv/:id/sdd-mandates: the mandates by which the project owner may be debited.

import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { askWallet, type WalletQuestion } from './ask-wallet.ts';
import { SPV_PROVIDER_WALLET_NOT_FOUND } from './errors.ts';
import type { SddMandates } from './schemas.ts';

/** Mandates on the wallet, in any status. Errors: `not-found`, `spv.provider.wallet.not-found`, `internal-error`. */
export async function listSddMandates(deps: Pick<AppDeps, 'db' | 'payments'>, input: WalletQuestion): Promise<SddMandates> {
  const mandates = await askWallet(deps, input, (accountId, context) => deps.payments.listMandates(accountId, context));
  if (mandates === null) throw new AppError(SPV_PROVIDER_WALLET_NOT_FOUND);
  return mandates.map(({ mandateId, iban, bic, holder, reference, status }) => ({
    id: mandateId,
    iban,
    bic,
    holder,
    reference,
    status,
  }));
}
