// GET /customers/provider/deposit-account: the investor's own virtual IBAN, created at the provider on the first request.

import type { Static } from 'typebox';
import { singleFlight } from '../../../core/concurrency/single-flight.ts';
import { dataCipher } from '../../../core/data-cipher.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, FORBIDDEN, TEMPORARILY_UNAVAILABLE, UNAUTHENTICATED } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import type { ProviderFailure, VirtualIban } from '../../../providers/payments/index.ts';
import { ACCOUNT_IS_BEING_VERIFIED, lockCustomer } from '../../access/customers/index.ts';
import {
  acquireLease,
  type DepositAccount,
  findDepositAccount,
  type Lease,
  markCreationSent,
  releaseLease,
  storeDepositAccount,
} from './deposit-queries.ts';
import { PROVIDER_ACCOUNT_REQUIRED, REFUSED_BY_PROVIDER } from './errors.ts';
import { canReceive, findDepositIban, normaliseBankCode } from './rules.ts';
import type { DepositAccountView } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'payments' | 'log'>;
type Input = { customerId: CustomerId; endUser: { address: string; userAgent: string | undefined } };

/** By how much a lease outlasts a call to the provider. */
const LEASE_MARGIN_SECONDS = 3;

/**
 * 1. return the stored account; without one, a single process at a time: 2. acquires the lease; 3. reads the provider's list;
 * 4. creates an account when the list has none and no earlier creation is pending; 5. stores it.
 * Errors: those of the table, `temporarily-unavailable` when the provider does not answer or another process has the lease.
 */
export async function readDepositAccount(deps: Deps, input: Input): Promise<Static<typeof DepositAccountView>> {
  const { customerId } = input;
  const account =
    (await findDepositAccount(deps.db, dataCipher(deps.config), customerId)) ??
    (await singleFlight(deps.db, `deposit account of ${customerId}`, () => open(deps, input)));
  return { ...account, reference: customerId };
}

async function open(deps: Deps, input: Input): Promise<DepositAccount> {
  const { customerId } = input;
  const lease = await inTransaction(deps.db, async (tx) => {
    const stored = await findDepositAccount(tx, dataCipher(deps.config), customerId);
    if (stored) return { stored };
    const customer = await lockCustomer(tx, customerId);
    if (!customer) throw new AppError(FORBIDDEN);
    if (customer.closedAt !== null) throw new AppError(UNAUTHENTICATED);
    // Money wired to a blocked wallet would be stuck (A-deposits-2).
    if (customer.frozenAt !== null || customer.providerBlocked) throw new AppError(ACCOUNT_IS_BEING_VERIFIED);
    const pendingSeconds = deps.config.PROVIDER_RESEND_AFTER_SECONDS;
    return acquireLease(tx, customerId, { leaseSeconds: leaseSecondsOf(deps.config), pendingSeconds, at: deps.clock.now() });
  });
  if (lease && 'stored' in lease) return lease.stored;
  if (!lease) {
    const stored = await findDepositAccount(deps.db, dataCipher(deps.config), customerId);
    if (!stored) throw new AppError(TEMPORARILY_UNAVAILABLE);
    return stored;
  }
  const creation: Creation = { refused: false };
  try {
    return await openUnderLease(deps, input, lease, creation);
  } catch (error) {
    await inTransaction(deps.db, (tx) => releaseLease(tx, lease, creation));
    throw error;
  }
}

/** Set by `create`: whether the provider refused the creation that was sent. */
type Creation = { refused: boolean };

async function openUnderLease(
  deps: Deps,
  input: Input,
  lease: Lease & { isCreationPending: boolean },
  creation: Creation,
): Promise<DepositAccount> {
  const { customerId } = input;
  const listed = await deps.payments.listBankAccounts(customerId, contextOf(input));
  if (!listed.ok) throw notOpened(listed);
  const found = findDepositIban(listed.value) ?? (await create(deps, input, lease, creation));
  if (!canReceive(found)) throw new AppError(TEMPORARILY_UNAVAILABLE, { detail: 'The IBAN is not open yet.' });
  const { bankAccountId: providerIbanId, bic, holder } = found;
  const iban = normaliseBankCode(found.iban);
  return inTransaction(deps.db, async (tx) => {
    await storeDepositAccount(tx, dataCipher(deps.config), customerId, { providerIbanId, iban, bic, holder });
    const stored = await findDepositAccount(tx, dataCipher(deps.config), customerId);
    if (!stored) throw new Error(`the deposit account of ${customerId} disappeared while it was written`);
    return stored;
  });
}

async function create(
  deps: Deps,
  input: Input,
  lease: Lease & { isCreationPending: boolean },
  creation: Creation,
): Promise<VirtualIban> {
  const { customerId } = input;
  const isMine =
    !lease.isCreationPending && (await inTransaction(deps.db, (tx) => markCreationSent(tx, lease, leaseSecondsOf(deps.config))));
  if (!isMine) throw new AppError(TEMPORARILY_UNAVAILABLE);
  const created = await deps.payments.createVirtualIban({ accountId: customerId, country: 'FR' }, contextOf(input));
  if (created.ok) return created.value;
  creation.refused = created.kind !== 'unavailable';
  deps.log.warn({ customerId, failure: created.kind, providerCode: created.code }, 'no deposit account created at the provider');
  throw notOpened(created);
}

function notOpened(failure: ProviderFailure): AppError {
  const { kind } = failure;
  if (kind === 'unavailable' || kind === 'unauthorized') return new AppError(TEMPORARILY_UNAVAILABLE, { cause: failure });
  if (kind === 'not-found') return new AppError(PROVIDER_ACCOUNT_REQUIRED);
  if (kind === 'account-blocked' || kind === 'receiver-blocked') return new AppError(ACCOUNT_IS_BEING_VERIFIED);
  return new AppError(REFUSED_BY_PROVIDER);
}

function leaseSecondsOf({ PROVIDER_TIMEOUT_MS }: Deps['config']): number {
  return Math.ceil(PROVIDER_TIMEOUT_MS / 1000) + LEASE_MARGIN_SECONDS;
}

function contextOf({ endUser }: Input) {
  return { userAddress: endUser.address, userAgent: endUser.userAgent };
}
