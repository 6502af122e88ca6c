// A wire and its money go to another project, whole or after a split into two.

import { recordAdminAction } from '../../../core/audit.ts';
import type { Cents } from '../../../core/cents.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, notCovered } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { move, purseOf, unassignedOf } from '../../../money/ledger/index.ts';
import {
  bookTransaction,
  type EndedPayment,
  heldByProject,
  NOTHING_TO_POST,
  openPayment,
  P2P_FAILED_AT_PROVIDER,
  type PaymentAudit,
  payByRequest,
  settle,
} from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import {
  lockMoneyAtProvider,
  lockProperties,
  lockProperty,
  MONEY_NOT_AT_PROVIDER,
  projectState,
} from '../../projects/project-life/index.ts';
import { findSpvAccount } from '../../projects/spvs/index.ts';
import {
  CURRENT_SPV_NOT_FOUND,
  NEW_PROJECT_NOT_FOUND,
  NEW_PROJECT_SPV_NOT_FOUND,
  WIRE_NOT_FOUND,
  WIRE_NOT_WAITING,
} from './errors.ts';
import {
  beginSwitch,
  cancelSwitch,
  findPayment,
  findPaymentOfSwitch,
  lockPayment,
  splitPayment,
  writeProject,
} from './queries.ts';
import {
  assertMoneyWaits,
  assertSwitchable,
  type ReceivedPayment,
  restAfterSplit,
  toWireRecord,
  WIRE_VERBS_ON_PROJECT,
} from './rules.ts';
import type { WireRecord } from './schemas.ts';
import { findProject, hasProject, lockDestination } from './shown-queries.ts';

type SwitchProject = {
  wireToBeAssignedId: string;
  newProjectId: PropertyId;
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

type Destination = { propertyId: PropertyId; spvId: SpvId; accountId: string };

/**
 * POST .../wire-to-be-assigned/switch-project: a wire and its money go to another project.
 * 1. lock the wire and check, in the order of the table; 2. between projects of one SPV: one posting, no movement at the
 * provider; 3. otherwise hold the money, write the transfer between the wallets and mark the record, commit, carry it out
 * (`settleProjectSwitch`). A transfer that is pending at the provider is a success: the wire still shows its project, and
 * `switchingToProject`. After a refusal the wire is unchanged; without an answer it stays marked, and the job asks the provider.
 * Errors: the codes of repayments.md#switching-to-another-project, all 400.
 */
export async function switchProject(deps: AppDeps, input: SwitchProject): Promise<WireRecord> {
  return payByRequest(deps, input.idempotency, {
    begin: async (tx) => {
      const paymentId = await begin(tx, deps, input);
      return paymentId === null ? { answer: await answer(tx, input) } : { paymentId, isOurs: true };
    },
    answer: (tx, { result }) => {
      if (result !== 'succeeded' && result !== 'pending') throw new AppError(P2P_FAILED_AT_PROVIDER);
      return answer(tx, input);
    },
  });
}

async function answer(tx: Tx, { wireToBeAssignedId }: SwitchProject): Promise<WireRecord> {
  const row = await findPayment(tx, wireToBeAssignedId);
  if (!row) throw new AppError(WIRE_NOT_FOUND);
  return toWireRecord(row);
}

/** The payment that moves the money, or null when no money has to move at the provider. */
async function begin(tx: Tx, deps: Pick<AppDeps, 'clock' | 'jobs'>, input: SwitchProject): Promise<string | null> {
  const seen = await findPayment(tx, input.wireToBeAssignedId);
  if (!seen) throw new AppError(WIRE_NOT_FOUND);
  // Both: what the one has at the provider must not change until its money has left it.
  await lockProperties(tx, [input.newProjectId, ...(seen.propertyId === null ? [] : [seen.propertyId])]);
  const newProject = await lockProperty(tx, input.newProjectId);
  const row = await lockPayment(tx, seen.id);
  if (!row) throw new AppError(WIRE_NOT_FOUND);
  assertMoneyWaits(row);
  if (row.propertyId !== seen.propertyId) throw new AppError(WIRE_NOT_WAITING);
  assertSwitchable(row);
  const fromAccountId = await findSpvAccount(tx, row.spvId);
  // A wire without a project still belongs to one of its SPV's projects (A-incoming-wires-2).
  if (fromAccountId === null || !(row.propertyId !== null || (await hasProject(tx, row.spvId))))
    throw new AppError(CURRENT_SPV_NOT_FOUND);
  const project = await findProject(tx, input.newProjectId);
  if (!newProject || !project) throw new AppError(NEW_PROJECT_NOT_FOUND);
  assertAllowed(WIRE_VERBS_ON_PROJECT['switch-project'], projectState(newProject));
  if (project.spvId === null || project.accountId === null) throw new AppError(NEW_PROJECT_SPV_NOT_FOUND);
  // Another project's wallet, or purse, gets only what is really there.
  const fromId = row.propertyId === project.id ? null : row.propertyId;
  if (fromId !== null) {
    const atProviderCents = await lockMoneyAtProvider(tx, fromId, 'anything');
    if (atProviderCents < row.amountCents) throw notCovered(MONEY_NOT_AT_PROVIDER, row.amountCents, atProviderCents);
  }
  const destination = { propertyId: project.id, spvId: project.spvId, accountId: project.accountId };
  const audit: PaymentAudit = {
    ...input.audit,
    target: { type: 'payment', id: row.id },
    payload: { fromProjectId: row.propertyId, toProjectId: project.id, amountCents: row.amountCents },
  };
  if (destination.spvId !== row.spvId) return openTransfer(tx, deps, row, { destination, fromAccountId, audit });
  await moveInside(tx, row, destination, { audit, at: deps.clock.now() });
  return null;
}

/** The wallet at the provider is the same: only the purse changes. */
async function moveInside(
  tx: Tx,
  row: ReceivedPayment,
  destination: Destination,
  { audit, at }: { audit: PaymentAudit; at: Temporal.Instant },
): Promise<void> {
  await writeProject(tx, row.id, destination);
  if (row.propertyId !== destination.propertyId)
    await bookTransaction(tx, {
      type: 'PROJECT_SWITCH_P2P',
      owner: { spvId: row.spvId },
      amountCents: row.amountCents,
      propertyId: destination.propertyId,
      at,
      eventAt: at,
      lines: move(row.amountCents, unassignedOf(row), unassignedOf(destination)),
    });
  await recordAdminAction(tx, { ...audit, at });
}

async function openTransfer(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'jobs'>,
  row: ReceivedPayment,
  { destination, fromAccountId, audit }: { destination: Destination; fromAccountId: string; audit: PaymentAudit },
): Promise<string> {
  const { amountCents, propertyId } = row;
  const hold = propertyId === null ? {} : { hold: heldByProject(propertyId, { UNASSIGNED: amountCents }) };
  const { paymentId } = await openPayment(tx, deps, {
    byRequest: true,
    order: {
      kind: 'transfer',
      purpose: 'project-switch',
      // A new id: a wire may be switched more than once, and each switch moves its money once.
      subjectId: newId(),
      fromAccountId,
      toAccountId: destination.accountId,
      amountCents,
      comment: `Wire of another project ${row.id}`,
      at: deps.clock.now(),
      audit,
    },
    sides: { wire: { type: 'PROJECT_SWITCH_P2P', owner: { spvId: row.spvId }, amountCents, ...hold } },
    propertyId: destination.propertyId,
  });
  await beginSwitch(tx, row.id, { propertyId: destination.propertyId, paymentId });
  return paymentId;
}

/**
 * PROJECT_SWITCH_P2P: the held money to UNASSIGNED of the other project, which the record then belongs to. After a refusal the record is
 * unchanged. Money without a project is not held: it stays in its SPV's UNASSIGNED, which only such records spend.
 */
export async function settleProjectSwitch(tx: Tx, deps: Pick<AppDeps, 'jobs'>, payment: EndedPayment): Promise<void> {
  const seen = await findPaymentOfSwitch(tx, payment.id);
  if (!seen || seen.switchingToPropertyId === null) throw new Error(`no wire is switched by order ${payment.id}`);
  const destination = await lockDestination(tx, seen.switchingToPropertyId);
  const row = await lockPayment(tx, seen.id);
  if (row?.switchingToPropertyId !== seen.switchingToPropertyId) throw new Error(`wire ${seen.id} is switched elsewhere`);
  await settle(tx, payment, {
    succeeded: async () => {
      await writeProject(tx, row.id, destination);
      const from = row.propertyId === null ? unassignedOf(row) : purseOf(row.propertyId, 'HELD');
      return move(row.amountCents, from, unassignedOf(destination));
    },
    failed: async () => {
      await cancelSwitch(tx, row.id);
      await enqueueChatMessage(tx, deps, {
        channel: 'payment-schedule',
        text: `Le virement ${row.id} n’a pas pu changer de projet : le prestataire a refusé le transfert.`,
      });
      return NOTHING_TO_POST;
    },
  });
}

/** The record, and the cents that it keeps. */
type SplitWire = {
  wireToBeAssignedId: string;
  newAmount: Cents;
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

/**
 * POST .../wire-to-be-assigned/split: one waiting record becomes two that add up to it.
 * The record keeps its id with `newAmount`, a second one gets the rest; both wait and both are children (repayments.md#splitting).
 * Errors: `wire-not-found`, `wire-not-waiting`, `new-amount-must-be-less-than-original-amount`.
 */
export async function splitWire({ db, clock }: Pick<AppDeps, 'db' | 'clock'>, input: SplitWire): Promise<WireRecord[]> {
  const at = clock.now();
  return inIdempotentTransaction(db, input.idempotency, async (tx) => {
    const row = await lockPayment(tx, input.wireToBeAssignedId);
    if (!row) throw new AppError(WIRE_NOT_FOUND);
    assertMoneyWaits(row);
    const restCents = restAfterSplit(row, input.newAmount);
    const parts = await splitPayment(tx, row, { newAmountCents: input.newAmount, restId: newId(), restCents, at });
    await recordAdminAction(tx, {
      ...input.audit,
      target: { type: 'payment', id: row.id },
      payload: { amounts: parts.map((part) => part.amountCents), secondId: parts[1].id },
      at,
    });
    return parts.map(toWireRecord);
  });
}
