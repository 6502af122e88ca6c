// A market deal disappeared because its market closed or an offer on the whole property was accepted: to the seller.

import type { Cents } from '../../../core/cents.ts';
import { facts, greeting, link, paragraph, type Template } from '../content.ts';
import { bricks, euros } from '../format.ts';
import { PAGES } from '../pages.ts';

/** `priceCents` is what was asked for all its bricks. */
export type DealCanceled = {
  propertyName: string;
  bricks: number;
  priceCents: Cents;
  reason: 'market-closed' | 'offer-accepted';
  reference: string;
  firstName?: string;
};

const REASONS = {
  'market-closed': 'Le marché secondaire de ce bien est fermé. Votre annonce est retirée et vos briques sont de nouveau libres.',
  'offer-accepted':
    'Une offre d’achat de ce bien a été acceptée. Votre annonce est retirée et vos briques sont de nouveau libres.',
};

export const dealCanceled: Template<DealCanceled> = (data) => ({
  subject: `Annonce retirée : ${bricks(data.bricks)} de ${data.propertyName}`,
  preview: 'Vos briques sont de nouveau libres.',
  title: 'Votre annonce est retirée',
  blocks: [
    greeting(data.firstName),
    paragraph(REASONS[data.reason]),
    facts(
      ['Bien', data.propertyName],
      ['Quantité', bricks(data.bricks)],
      ['Prix demandé', euros(data.priceCents)],
      ['Référence', data.reference],
    ),
    link('Voir le marché', PAGES.marketplace),
  ],
});
