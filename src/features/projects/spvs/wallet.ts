// What the provider says of an SPV's wallet: its balance, its bank accounts and its mandates.

import { AppError, INTERNAL_ERROR, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import type { CallContext, ProviderResult } from '../../../providers/payments/index.ts';
import { SPV_PROVIDER_WALLET_NOT_FOUND } from './errors.ts';
import { findSpvByIdOrAccount } from './queries.ts';
import { isSpvId } from './rules.ts';
import type { ProviderBalance, SddMandates, WithdrawBankAccounts } from './schemas.ts';

/**
 * GET /administration/spv/:id/provider-balance-available: the present balance of the SPV's wallet.
 * Cents, read from the provider each time. Errors: `not-found`, `spv.provider.wallet.not-found`, `internal-error`.
 */
export async function readProviderBalance(
  deps: Pick<AppDeps, 'db' | 'payments'>,
  input: WalletQuestion,
): Promise<ProviderBalance> {
  const account = await askWallet(deps, input, (accountId, context) => deps.payments.getAccount(accountId, context));
  if (account === null) throw new AppError(SPV_PROVIDER_WALLET_NOT_FOUND);
  return { availableBalanceCents: account.balanceCents };
}

/**
 * GET /administration/spv/:id/withdraw-bank-accounts: the bank accounts to which the SPV's wallet may pay out.
 * IBANs registered on the wallet, unmasked, in any status, without virtual ones, which only receive money.
 * Errors: `not-found` (no SPV, or no wallet), `internal-error`.
 */
export async function listWithdrawBankAccounts(
  deps: Pick<AppDeps, 'db' | 'payments'>,
  input: WalletQuestion,
): Promise<WithdrawBankAccounts> {
  const accounts = await askWallet(deps, input, (accountId, context) => deps.payments.listBankAccounts(accountId, context));
  if (accounts === null) throw new AppError(NOT_FOUND, { detail: 'The SPV has no provider wallet' });
  return accounts
    .filter((account) => !account.virtual)
    .map(({ bankAccountId, iban, bic, holder, status }) => ({ id: bankAccountId, iban, bic, holder, status }));
}

/**
 * GET /administration/spv/:id/sdd-mandates: the mandates by which the project owner may be debited.
 * Mandates on the wallet, in any status. Errors: `not-found`, `spv.provider.wallet.not-found`, `internal-error`.
 */
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

/** `id` is the SPV's UUID or its account id at the provider (catalogue.md#spvs); `endUser` is passed on to the provider. */
type WalletQuestion = { id: string; endUser: { address: string; userAgent: string | undefined } };

/**
 * The provider's answer to `ask` about the SPV's wallet; null when the SPV has none, or the provider does not know it.
 * Errors: `not-found` (no such SPV), `internal-error` (the provider failed).
 */
async function askWallet<T>(
  deps: Pick<AppDeps, 'db'>,
  question: WalletQuestion,
  ask: (accountId: string, context: CallContext) => Promise<ProviderResult<T>>,
): Promise<T | null> {
  const { id, endUser } = question;
  const spv = await findSpvByIdOrAccount(deps.db, { spvId: isSpvId(id) ? id : null, accountId: id });
  if (!spv) throw new AppError(NOT_FOUND, { detail: 'SPV not found' });
  if (spv.providerExternalId === null) return null;
  const answer = await ask(spv.providerExternalId, { userAddress: endUser.address, userAgent: endUser.userAgent });
  if (answer.ok) return answer.value;
  if (answer.kind === 'not-found') return null;
  throw new AppError(INTERNAL_ERROR, { detail: 'The call of the payment provider failed.', cause: answer });
}
