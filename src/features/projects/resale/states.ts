// In which states of the sale of a royalty property each of its steps is allowed (docs/domain/states.md). Pure.

import { verbRow } from '../../../core/states.ts';
import {
  NOT_PURCHASED_YET,
  OFFER_ALREADY_ACCEPTED,
  OFFER_NOT_ACCEPTED,
  PROJECT_NOT_PURCHASED_YET,
  PROJECT_RESALE_COMPLETED,
  RESALE_ALREADY_STARTED,
  RESALE_COMPLETED,
  RESALE_NOT_STARTED,
} from './errors.ts';

/** `completed`: by a total sale; after a partial one another sale may start. */
export const SALE_STATES = ['unpurchased', 'unstarted', 'started', 'accepted', 'completed'] as const;
export type SaleStage = (typeof SALE_STATES)[number];

export function saleStage(sale: {
  purchasedDate: Temporal.Instant | null;
  saleStartedAt: Temporal.Instant | null;
  offerAcceptedAt: Temporal.Instant | null;
  resaleCompletedAt: Temporal.Instant | null;
}): SaleStage {
  if (sale.purchasedDate === null) return 'unpurchased';
  if (sale.saleStartedAt === null) return 'unstarted';
  if (sale.offerAcceptedAt === null) return 'started';
  return sale.resaleCompletedAt === null ? 'accepted' : 'completed';
}

export const SALE_VERBS = {
  'allow-marketplace': verbRow(SALE_STATES, ['unstarted', 'started', 'accepted'], PROJECT_RESALE_COMPLETED, {
    unpurchased: PROJECT_NOT_PURCHASED_YET,
  }),
  'start-resale': verbRow(SALE_STATES, ['unstarted'], RESALE_ALREADY_STARTED, { unpurchased: NOT_PURCHASED_YET }),
  'accept-offer': verbRow(SALE_STATES, ['started'], OFFER_ALREADY_ACCEPTED, {
    unpurchased: NOT_PURCHASED_YET,
    unstarted: RESALE_NOT_STARTED,
  }),
  'complete-resale': verbRow(SALE_STATES, ['accepted'], RESALE_COMPLETED, {
    unpurchased: NOT_PURCHASED_YET,
    unstarted: RESALE_NOT_STARTED,
    started: OFFER_NOT_ACCEPTED,
  }),
};
