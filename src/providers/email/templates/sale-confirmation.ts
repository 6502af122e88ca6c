// A market deal is confirmed: to the seller.

import type { Cents } from '../../../core/cents.ts';
import { facts, greeting, link, paragraph, type Template } from '../content.ts';
import { bricks, euros, type Moment, moment } from '../format.ts';
import { PAGES } from '../pages.ts';

/** `receivedCents` is what reached the seller's wallet, the commission deducted. */
export type SaleConfirmation = {
  propertyName: string;
  bricks: number;
  priceCents: Cents;
  commissionCents: Cents;
  receivedCents: Cents;
  confirmedAt: Moment;
  reference: string;
  firstName?: string;
};

export const saleConfirmation: Template<SaleConfirmation> = (data) => ({
  subject: `Vente confirmée : ${bricks(data.bricks)} de ${data.propertyName}`,
  preview: 'Le produit de la vente est sur votre portefeuille.',
  title: 'Votre vente est confirmée',
  blocks: [
    greeting(data.firstName),
    paragraph('Un acheteur a pris votre annonce. Le produit de la vente est sur votre portefeuille.'),
    facts(
      ['Bien', data.propertyName],
      ['Quantité', bricks(data.bricks)],
      ['Prix', euros(data.priceCents)],
      ['Commission', data.commissionCents > 0 ? euros(data.commissionCents) : null],
      ['Reçu', euros(data.receivedCents)],
      ['Confirmée le', moment(data.confirmedAt)],
      ['Référence', data.reference],
    ),
    link('Voir mon portefeuille', PAGES.wallet),
  ],
});
