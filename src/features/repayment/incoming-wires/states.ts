// In which states of a payment to be assigned, and of a project, money is assigned, moved or taken back (docs/domain/states.md). Pure.

import { verbRow } from '../../../core/states.ts';
import { PROJECT_IS_SETTLED, PROJECT_STATES, projectRow } from '../../projects/project-life/index.ts';
import { ECHEANCE_NOT_FOUND } from '../payment-schedule/index.ts';
import {
  NEW_PROJECT_NOT_FOUND,
  PAYMENT_ALREADY_LINKED,
  PAYMENT_NOT_P2P_AUTO,
  PAYMENT_NOT_WAITING,
  PROJECT_NOT_ELIGIBLE,
  WIRE_ALREADY_PAID_OUT,
  WIRE_NOT_ASSIGNED,
  WIRE_NOT_WAITING,
} from './errors.ts';

/** A settled project takes no money (A-incoming-wires-8). */
const UNTIL_SETTLED = PROJECT_STATES.filter((state) => state !== 'settled');

export const WIRE_VERBS_ON_PROJECT = {
  'assign-wire': projectRow(UNTIL_SETTLED, ECHEANCE_NOT_FOUND),
  'unassign-wire': projectRow(UNTIL_SETTLED, WIRE_ALREADY_PAID_OUT),
  /** Of the project that the wire goes to. */
  'switch-project': projectRow(UNTIL_SETTLED, NEW_PROJECT_NOT_FOUND),
  /** OWNER_DEBT_STATUSES may allow fewer. */
  'create-payment': projectRow(['repayment', 'delay', 'default'], PROJECT_NOT_ELIGIBLE),
  'retry-p2p': projectRow(UNTIL_SETTLED, PROJECT_IS_SETTLED),
};

/** `unpaid`: a transfer of ours has not brought its money; `linked`: it has; `switching`: it is on its way to another SPV's project. */
export const WIRE_STATES = [
  'waiting',
  'unpaid',
  'linked',
  'switching',
  'assigned',
  'archived',
  'returning',
  'returned',
  'chargedBack',
] as const;
export type WireState = (typeof WIRE_STATES)[number];

export function wireState(row: {
  status: 'waiting' | 'assigned' | 'archivedNotAssigned' | 'returning' | 'returned' | 'chargedBack';
  source: string;
  providerWireId: number | null;
  switchingToPropertyId: string | null;
}): WireState {
  if (row.status === 'archivedNotAssigned') return 'archived';
  if (row.status !== 'waiting') return row.status;
  if (row.switchingToPropertyId !== null) return 'switching';
  if (row.source !== 'p2pAuto') return 'waiting';
  return row.providerWireId === null ? 'unpaid' : 'linked';
}

const moneyWaits = verbRow(WIRE_STATES, ['waiting', 'linked'], WIRE_NOT_WAITING);

export const WIRE_VERBS = {
  'assign-wire': moneyWaits,
  'split-wire': moneyWaits,
  /** Of a transfer of ours only once it cannot bring its money any more. */
  'archive-wire': verbRow(WIRE_STATES, ['waiting', 'unpaid', 'linked'], WIRE_NOT_WAITING),
  'switch-project': moneyWaits,
  'unassign-wire': verbRow(WIRE_STATES, ['assigned'], WIRE_NOT_ASSIGNED),
  'retry-p2p': verbRow(WIRE_STATES, ['unpaid'], PAYMENT_NOT_WAITING, {
    waiting: PAYMENT_NOT_P2P_AUTO,
    switching: PAYMENT_NOT_P2P_AUTO,
    linked: PAYMENT_ALREADY_LINKED,
  }),
};
