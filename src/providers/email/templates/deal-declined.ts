// The payment of a deal was refused: to the buyer, whose money is free again.

import type { Cents } from '../../../core/cents.ts';
import { facts, greeting, link, paragraph, type Template } from '../content.ts';
import { bricks, euros } from '../format.ts';
import { PAGES } from '../pages.ts';

export type DealDeclined = {
  propertyName: string;
  bricks: number;
  totalCents: Cents;
  reference: string;
  firstName?: string;
};

export const dealDeclined: Template<DealDeclined> = (data) => ({
  subject: `Votre achat n’a pas abouti : ${data.propertyName}`,
  preview: `${euros(data.totalCents)} de nouveau disponibles sur votre portefeuille.`,
  title: 'Votre achat n’a pas abouti',
  blocks: [
    greeting(data.firstName),
    paragraph(
      'Le paiement de votre achat sur le marché a été refusé. Le montant est de nouveau disponible sur votre portefeuille.',
    ),
    facts(
      ['Bien', data.propertyName],
      ['Quantité', bricks(data.bricks)],
      ['Montant', euros(data.totalCents)],
      ['Référence', data.reference],
    ),
    link('Voir le marché', PAGES.marketplace),
  ],
});
