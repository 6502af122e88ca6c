// In which states of a purchase it is canceled, and in which of a project its bricks are bought (docs/domain/states.md). Pure.

import { verbRow } from '../../../core/states.ts';
import { projectRow } from '../../projects/project-life/index.ts';
import { FUNDING_NOT_OPEN, NOT_CANCELABLE } from './errors.ts';

export const PURCHASE_STATES = ['waiting_payment', 'waiting_provider', 'confirmed', 'canceled', 'declined'] as const;
export type PurchaseState = (typeof PURCHASE_STATES)[number];

export const PURCHASE_VERBS = {
  /** Within its window, and until the funding closes. */
  'cancel-purchase': verbRow(PURCHASE_STATES, ['waiting_payment', 'waiting_provider', 'confirmed'], NOT_CANCELABLE),
};

/** Judged by `isFundingOpen`, which asks the days of the funding too. */
export const PURCHASE_VERBS_ON_PROJECT = { 'purchase-bricks': projectRow(['published'], FUNDING_NOT_OPEN) };
