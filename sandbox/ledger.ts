// The provider's double-entry ledger; no account balance may become negative.
import type { Account, Movement } from './entities.ts';
import { providerError } from './provider/errors.ts';
import type { World } from './world.ts';

/** Counter-account for everything outside the provider, such as banks. */
export const OUTSIDE = '@outside';
/** Counter-account for pending transfers and payouts: debited and not yet credited. */
export const TRANSIT = '@transit';
/** The platform's own (SC) accounts; commissions go to the first. */
export const PLATFORM_ACCOUNT_IDS = ['mortar-main', 'mortar-origination', 'mortar-tax'] as const;
export const MAIN_ACCOUNT_ID = PLATFORM_ACCOUNT_IDS[0];

export type Leg = { from: string; to: string; cents: number };

const NO_ROW = { ibanId: null, mandateId: null, originId: null, scheduledDate: null, senderId: null, receiverId: null };

/** A new movement with defaults for the fields that most kinds leave empty; it is neither stored nor posted. */
export function newMovement(
  world: World,
  fields: Pick<Movement, 'kind' | 'cause' | 'amountCents' | 'status' | 'method'> & Partial<Movement>,
): Movement {
  const now = world.clock.unixSeconds();
  return {
    ...NO_ROW,
    id: world.store.nextId(),
    commissionCents: 0,
    comment: '',
    reference: '',
    date: now,
    executionDate: 0,
    statusChangedAt: now,
    refundedCents: 0,
    postings: [],
    ...fields,
  };
}

/**
 * Posts the legs and updates and stores the movement, as one change.
 * @throws provider error 110 when a debited account lacks the money; nothing is changed then
 */
export function post(world: World, movement: Movement, legs: Leg[], change: Partial<Movement> = {}): void {
  const at = world.clock.unixSeconds();
  const touched = new Map<string, Account>();
  const deltas = new Map<string, number>();
  for (const { from, to, cents } of legs) {
    deltas.set(from, (deltas.get(from) ?? 0) - cents);
    deltas.set(to, (deltas.get(to) ?? 0) + cents);
  }
  for (const [id, cents] of deltas) {
    const account = world.store.accounts.get(id);
    if (account === undefined) continue; // a counter-account
    if (account.balanceCents + cents < 0) throw providerError(110, `account ${id} lacks the money`);
    touched.set(id, account);
  }
  for (const [id, cents] of deltas) {
    if (cents !== 0) movement.postings.push({ account: id, cents, at });
    const account = touched.get(id);
    if (account === undefined) continue;
    account.balanceCents += cents;
    account.balanceChangedAt = at;
  }
  Object.assign(movement, change, { statusChangedAt: at });
  const accounts = [...touched.values()].map((account) => ['accounts', account] as const);
  world.store.put(['movements', movement], ...accounts);
}

/** The balance of an account at a moment, from its postings. */
export function balanceAt(world: World, accountId: string, atSeconds: number): number {
  let cents = 0;
  for (const movement of world.store.ofAccount(accountId).movements) {
    for (const posting of movement.postings) if (posting.account === accountId && posting.at <= atSeconds) cents += posting.cents;
  }
  // The index of the main account does not contain the movements of others that pay it a commission.
  if (accountId === MAIN_ACCOUNT_ID) cents += commissionsAt(world, atSeconds);
  return cents;
}

function commissionsAt(world: World, atSeconds: number): number {
  let cents = 0;
  for (const movement of world.store.movements.values()) {
    if (movement.senderId === MAIN_ACCOUNT_ID || movement.receiverId === MAIN_ACCOUNT_ID) continue;
    for (const posting of movement.postings)
      if (posting.account === MAIN_ACCOUNT_ID && posting.at <= atSeconds) cents += posting.cents;
  }
  return cents;
}

export type Proof = { ok: boolean; insideCents: number; transitCents: number; outsideCents: number; faults: string[] };

/** Payouts and transfers with status 0: debited and not yet credited. */
const isOnItsWay = ({ kind, status }: Movement) => kind !== 'moneyIn' && status === 0;

/** Checks the books: movements sum to zero, balances equal their postings and are not negative, transit equals the pending amounts. */
export function proof(world: World): Proof {
  const sums = new Map<string, number>();
  const faults: string[] = [];
  let waitingCents = 0;
  for (const movement of world.store.movements.values()) {
    if (isOnItsWay(movement)) waitingCents += movement.amountCents;
    let total = 0;
    for (const { account, cents } of movement.postings) {
      sums.set(account, (sums.get(account) ?? 0) + cents);
      total += cents;
    }
    if (total !== 0) faults.push(`movement ${movement.id} sums to ${total}`);
  }
  let insideCents = 0;
  for (const { id, balanceCents } of world.store.accounts.values()) {
    insideCents += balanceCents;
    if (balanceCents < 0) faults.push(`account ${id} is negative`);
    if (balanceCents !== (sums.get(id) ?? 0)) faults.push(`account ${id} has ${balanceCents}, its postings ${sums.get(id) ?? 0}`);
  }
  const transitCents = sums.get(TRANSIT) ?? 0;
  const outsideCents = sums.get(OUTSIDE) ?? 0;
  if (transitCents !== waitingCents) faults.push(`${transitCents} in transit, but ${waitingCents} is waiting`);
  if (insideCents + transitCents + outsideCents !== 0) faults.push('the books do not close');
  return { ok: faults.length === 0, insideCents, transitCents, outsideCents, faults };
}
