// An administrator explains a movement at the provider that nobody here ordered, and the books follow it; or takes that back.

import { recordAdminAction } from '../../../core/audit.ts';
import { type Cents, centsOf } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND, notCovered } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { availableOf, EXTERNAL, lockBalances, move, PLATFORM, postToLedger, purseOf } from '../../../money/ledger/index.ts';
import { bookTransaction } from '../../../money/payments/index.ts';
import { lockMoneyAtProvider, lockProperty, MONEY_NOT_AT_PROVIDER, projectState } from '../../projects/project-life/index.ts';
import { toMovementView } from './differences.ts';
import { MOVEMENT_NOT_COVERED, MOVEMENT_NOT_EXECUTED, MOVEMENT_NOT_OPEN, MOVEMENT_PROJECT_MISMATCH } from './errors.ts';
import {
  type AccountOwner,
  findHolders,
  findMovement,
  findSpvOfProject,
  findUnbooked,
  insertBookingLine,
  listBooked,
  lockMovement,
  type MovementRow,
  markMovement,
} from './movement-queries.ts';
import { MOVEMENT_VERBS, MOVEMENT_VERBS_ON_PROJECT, movementState, paymentOf } from './rules.ts';
import type { MovementBooking, MovementProject, MovementView } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config'>;

type Ordered = { movementId: string; audit: RouteAudit; idempotency: IdempotencyClaim | undefined };

/** An account of the books; `owner` undefined: the platform's, whose money no statement shows. */
type Account = { name: string; owner: AccountOwner };

/** One account and what the movement did to it: cents, negative where it took them. */
type Change = { account: Account; cents: Cents };

/**
 * POST .../movements/:movementId/book: the account that the money left is debited, and the one that it reached is credited, each against
 * EXT; a side that is a bank or a wallet of nobody here changes nothing. The wallet of an SPV belongs to several projects, so the request
 * names the project. Errors in the order of the table.
 */
export async function bookMovement(
  deps: Deps,
  { booking, ...input }: Ordered & { booking: MovementBooking },
): Promise<MovementView> {
  const { movementId, audit, idempotency } = input;
  const at = deps.clock.now();
  return inIdempotentTransaction(deps.db, idempotency, async (tx) => {
    const known = await findMovement(tx, movementId);
    if (!known) throw new AppError(NOT_FOUND);
    const projects = [booking.from, booking.to].flatMap((side) => (side ? [side.propertyId] : []));
    await lockProjects(tx, projects, 'book-movement');
    const from = await accountOf(tx, deps, known.fromAccountId, booking.from);
    const to = await accountOf(tx, deps, known.toAccountId, booking.to);
    const movement = await lockMovement(tx, movementId);
    assertAllowed(MOVEMENT_VERBS['book-movement'], movementState(movement));
    // Booked by its own payment or as a wire since it was listed.
    const inNoBook = await findUnbooked(tx, [{ ...movement, paymentId: paymentOf(movement) }]);
    if (inNoBook.length === 0) throw new AppError(MOVEMENT_NOT_OPEN);
    if (!movement.isExecuted) throw new AppError(MOVEMENT_NOT_EXECUTED);
    const changes = [
      ...(from ? [{ account: from, cents: centsOf(-movement.amountCents) }] : []),
      ...(to ? [{ account: to, cents: movement.amountCents }] : []),
    ];
    await post(tx, { movement, changes, at });
    await markMovement(tx, movementId, { reason: booking.reason, at });
    const payload = { reason: booking.reason, amountCents: movement.amountCents, from: from?.name ?? null, to: to?.name ?? null };
    await recordAdminAction(tx, { ...audit, target: { type: 'movement', id: movementId }, payload, at });
    return viewOf(tx, movementId);
  });
}

/**
 * POST .../movements/:movementId/take-back: the reverse postings, as long as the money is still where the booking put it. The movement is
 * in no book then, as before. Errors in the order of the table.
 */
export async function takeBackMovement(deps: Deps, { comment, ...input }: Ordered & { comment: string }): Promise<MovementView> {
  const { movementId, audit, idempotency } = input;
  const at = deps.clock.now();
  return inIdempotentTransaction(deps.db, idempotency, async (tx) => {
    if (!(await findMovement(tx, movementId))) throw new AppError(NOT_FOUND);
    const projects = (await listBooked(tx, movementId)).flatMap(({ propertyId }) => (propertyId === null ? [] : [propertyId]));
    await lockProjects(tx, projects, 'take-back-movement');
    const movement = await lockMovement(tx, movementId);
    assertAllowed(MOVEMENT_VERBS['take-back-movement'], movementState(movement));
    const booked = await listBooked(tx, movementId);
    const changes = booked.map(({ cents, ...line }) => ({ account: bookedAccount(line), cents: centsOf(-cents) }));
    await post(tx, { movement, changes, at });
    await markMovement(tx, movementId, null);
    const payload = { comment, reason: movement.bookedReason, amountCents: movement.amountCents };
    await recordAdminAction(tx, { ...audit, target: { type: 'movement', id: movementId }, payload, at });
    return viewOf(tx, movementId);
  });
}

/**
 * The account of the books for one side of the movement; undefined for a bank and for a wallet of nobody here. Error:
 * `movement-project-mismatch`.
 */
async function accountOf(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  accountId: string | null,
  project: MovementProject | undefined,
): Promise<Account | undefined> {
  if (project) {
    const spv = await findSpvOfProject(tx, project.propertyId);
    if (!spv || accountId === null || spv.accountId !== accountId) throw new AppError(MOVEMENT_PROJECT_MISMATCH);
    const { propertyId, purse } = project;
    return { name: purseOf(propertyId, purse), owner: { propertyId, spvId: spv.spvId } };
  }
  const platform = new Map<string | null, string>([
    [config.PLATFORM_MAIN_ACCOUNT_ID, PLATFORM.MAIN],
    [config.PLATFORM_ORIGINATION_ACCOUNT_ID, PLATFORM.ORIGINATION],
    [config.PLATFORM_TAX_ACCOUNT_ID, PLATFORM.TAX],
  ]).get(accountId);
  if (platform !== undefined) return { name: platform, owner: undefined };
  const holder = (await findHolders(tx, [accountId])).get(accountId);
  if (!holder) return undefined;
  const { customerId } = holder;
  if (customerId === null) throw new AppError(MOVEMENT_PROJECT_MISMATCH);
  return { name: availableOf(customerId), owner: { customerId } };
}

type Booked = Awaited<ReturnType<typeof listBooked>>[number];

function bookedAccount({ account: name, customerId, propertyId, spvId }: Omit<Booked, 'cents'>): Account {
  if (customerId !== null) return { name, owner: { customerId } };
  return { name, owner: propertyId === null || spvId === null ? undefined : { propertyId, spvId } };
}

/** In id order. Errors: `movement-project-mismatch` (unknown), `movement-project-not-funded`, `project-is-settled`. */
async function lockProjects(
  tx: Tx,
  propertyIds: readonly PropertyId[],
  verb: keyof typeof MOVEMENT_VERBS_ON_PROJECT,
): Promise<void> {
  for (const propertyId of [...new Set(propertyIds)].sort()) {
    const property = await lockProperty(tx, propertyId);
    if (!property) throw new AppError(MOVEMENT_PROJECT_MISMATCH);
    assertAllowed(MOVEMENT_VERBS_ON_PROJECT[verb], projectState(property));
  }
}

/**
 * A posting for each account, with the transaction that shows it to its owner. What a side loses must be there, and for a project also at
 * the provider. Errors: `money-not-at-provider`, `movement-not-covered`.
 */
async function post(
  tx: Tx,
  { movement, changes, at }: { movement: MovementRow; changes: readonly Change[]; at: Temporal.Instant },
) {
  await assertCovered(tx, changes);
  for (const { account, cents } of changes) {
    const isIn = cents > 0;
    const type = isIn ? 'CORRECTION_IN' : 'CORRECTION_OUT';
    const amountCents = centsOf(Math.abs(cents));
    const lines = isIn ? move(amountCents, EXTERNAL, account.name) : move(amountCents, account.name, EXTERNAL);
    const { owner } = account;
    const { movedAt: eventAt } = movement;
    const common = { type, amountCents, at, eventAt, lines } as const;
    let id = newId();
    if (owner === undefined) await postToLedger(tx, { reference: id, step: 'confirm', type, eventAt, createdAt: at, lines });
    else if ('customerId' in owner) id = await bookTransaction(tx, { ...common, owner });
    else id = await bookTransaction(tx, { ...common, owner: { spvId: owner.spvId }, propertyId: owner.propertyId });
    await insertBookingLine(tx, { id, movementId: movement.id, account: account.name, owner, cents, at });
  }
}

/** All accounts are locked together, EXT too, as each posting locks it. */
async function assertCovered(tx: Tx, changes: readonly Change[]): Promise<void> {
  for (const { account, cents } of changes) {
    if (cents > 0 || !account.owner || !('propertyId' in account.owner)) continue;
    const atProviderCents = await lockMoneyAtProvider(tx, account.owner.propertyId, 'anything');
    if (atProviderCents + cents < 0) throw notCovered(MONEY_NOT_AT_PROVIDER, -cents, atProviderCents);
  }
  const balances = await lockBalances(tx, [EXTERNAL, ...changes.map(({ account }) => account.name)]);
  for (const { account, cents } of changes) {
    const balanceCents = balances.get(account.name) ?? 0;
    if (balanceCents + cents < 0) throw notCovered(MOVEMENT_NOT_COVERED, -cents, balanceCents);
  }
}

async function viewOf(tx: Tx, movementId: string): Promise<MovementView> {
  const row = await findMovement(tx, movementId);
  if (!row) throw new AppError(NOT_FOUND);
  return toMovementView(row, await findHolders(tx, [row.fromAccountId, row.toAccountId]));
}
