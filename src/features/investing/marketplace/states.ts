// In which states of a deal it is bought or deleted (docs/domain/states.md). Both ask by compare-and-set. Pure.

import { verbRow } from '../../../core/states.ts';
import { DEAL_NOT_FOUND, DELETION_NOT_FOUND } from './errors.ts';

/** `resting`: pending, while its seller is frozen or blocked; `deleted`: the row is gone. */
export const DEAL_STATES = ['pending', 'resting', 'reserved', 'confirmed', 'deleted'] as const;
export type DealState = (typeof DEAL_STATES)[number];

export const DEAL_VERBS = {
  'purchase-deal': verbRow(DEAL_STATES, ['pending'], DEAL_NOT_FOUND),
  'delete-deal': verbRow(DEAL_STATES, ['pending', 'resting'], DELETION_NOT_FOUND),
};
