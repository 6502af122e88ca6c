// A market deal is confirmed: to the buyer.

import type { Cents } from '../../../core/cents.ts';
import { facts, greeting, link, paragraph, type Template } from '../content.ts';
import { bricks, euros, type Moment, moment } from '../format.ts';
import { PAGES } from '../pages.ts';

/** `totalCents` is what left the buyer's wallet. */
export type PurchaseConfirmation = {
  propertyName: string;
  bricks: number;
  totalCents: Cents;
  confirmedAt: Moment;
  reference: string;
  firstName?: string;
};

export const purchaseConfirmation: Template<PurchaseConfirmation> = (data) => ({
  subject: `Achat confirmé : ${bricks(data.bricks)} de ${data.propertyName}`,
  preview: 'Vos briques sont dans votre portefeuille.',
  title: 'Votre achat est confirmé',
  blocks: [
    greeting(data.firstName),
    paragraph('Votre achat sur le marché est confirmé : les briques sont à vous.'),
    facts(
      ['Bien', data.propertyName],
      ['Quantité', bricks(data.bricks)],
      ['Montant', euros(data.totalCents)],
      ['Confirmé le', moment(data.confirmedAt)],
      ['Référence', data.reference],
    ),
    link('Voir mes investissements', PAGES.investments),
  ],
});
