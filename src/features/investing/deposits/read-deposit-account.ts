// GET /customers/provider/deposit-account: the investor's own virtual IBAN, created at the provider when there is none.

import type { Static } from 'typebox';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, FORBIDDEN, TEMPORARILY_UNAVAILABLE } from '../../../core/errors.ts';
import { shareRun } from '../../../core/share-run.ts';
import type { AppDeps } from '../../../deps.ts';
import type { ProviderFailure, VirtualIban } from '../../../providers/payments/index.ts';
import { ACCOUNT_IS_BEING_VERIFIED, lockCustomer } from '../../access/customers/index.ts';
import { PROVIDER_ACCOUNT_REQUIRED, REFUSED_BY_PROVIDER } from './errors.ts';
import {
  type AskingTurn,
  type DepositAccount,
  findDepositAccount,
  giveTurnBack,
  keepDepositAccount,
  noteAsked,
  takeTurn,
} from './queries.ts';
import { canReceive, findDepositIban } from './rules.ts';
import type { DepositAccountView } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'payments' | 'log'>;
type Input = { customerId: string; endUser: { address: string; userAgent: string | undefined } };

/** Longer than a call to the provider by this. */
const LEASE_MARGIN_SECONDS = 3;

/**
 * 1. the one that is kept; else, one caller of all processes at a time: 2. take the turn; 3. ask the provider for its list;
 * 4. have one created when there is none, and none may yet come of an earlier call; 5. keep it (A-deposits-1).
 * Errors: those of the table, `temporarily-unavailable` when the provider does not answer or somebody else asks it just now.
 */
export async function readDepositAccount(deps: Deps, input: Input): Promise<Static<typeof DepositAccountView>> {
  const { customerId } = input;
  const account =
    (await findDepositAccount(deps.db, customerId)) ??
    (await shareRun(deps.db, `deposit account of ${customerId}`, () => open(deps, input)));
  return { ...account, reference: customerId };
}

async function open(deps: Deps, input: Input): Promise<DepositAccount> {
  const { customerId } = input;
  const turn = await inTransaction(deps.db, async (tx) => {
    const kept = await findDepositAccount(tx, customerId);
    if (kept) return { kept };
    const customer = await lockCustomer(tx, customerId);
    if (!customer) throw new AppError(FORBIDDEN);
    // Nobody is told to send money to where it would be stuck (A-deposits-2).
    if (customer.frozenAt !== null || customer.providerBlocked) throw new AppError(ACCOUNT_IS_BEING_VERIFIED);
    const arrivesWithinSeconds = deps.config.PROVIDER_RESEND_AFTER_SECONDS;
    return takeTurn(tx, customerId, { leaseSeconds: leaseSecondsOf(deps.config), arrivesWithinSeconds, at: deps.clock.now() });
  });
  if (turn && 'kept' in turn) return turn.kept;
  if (!turn) {
    const kept = await findDepositAccount(deps.db, customerId);
    if (!kept) throw new AppError(TEMPORARILY_UNAVAILABLE);
    return kept;
  }
  const asked: Asked = { refused: false };
  try {
    return await openInTurn(deps, input, turn, asked);
  } catch (error) {
    await inTransaction(deps.db, (tx) => giveTurnBack(tx, turn, asked));
    throw error;
  }
}

/** Whether the provider refused what this turn sent. */
type Asked = { refused: boolean };

async function openInTurn(
  deps: Deps,
  input: Input,
  turn: AskingTurn & { mayYetArrive: boolean },
  asked: Asked,
): Promise<DepositAccount> {
  const { customerId } = input;
  const listed = await deps.payments.listBankAccounts(customerId, contextOf(input));
  if (!listed.ok) throw notOpened(listed);
  const found = findDepositIban(listed.value) ?? (await create(deps, input, turn, asked));
  if (!canReceive(found)) throw new AppError(TEMPORARILY_UNAVAILABLE, { detail: 'The IBAN is not open yet.' });
  const { bankAccountId: providerIbanId, bic, holder } = found;
  // As bank details are spelled everywhere else: it is looked for among them.
  const iban = found.iban.replace(/\s/g, '').toUpperCase();
  return inTransaction(deps.db, async (tx) => {
    await keepDepositAccount(tx, customerId, { providerIbanId, iban, bic, holder });
    const kept = await findDepositAccount(tx, customerId);
    if (!kept) throw new Error(`the deposit account of ${customerId} vanished while it was written`);
    return kept;
  });
}

async function create(
  deps: Deps,
  input: Input,
  turn: AskingTurn & { mayYetArrive: boolean },
  asked: Asked,
): Promise<VirtualIban> {
  const { customerId } = input;
  const isMine = !turn.mayYetArrive && (await inTransaction(deps.db, (tx) => noteAsked(tx, turn, leaseSecondsOf(deps.config))));
  if (!isMine) throw new AppError(TEMPORARILY_UNAVAILABLE);
  const created = await deps.payments.createVirtualIban({ accountId: customerId, country: 'FR' }, contextOf(input));
  if (created.ok) return created.value;
  asked.refused = created.kind !== 'unavailable';
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
