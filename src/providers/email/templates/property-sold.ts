// A property was sold, whole or in part, and this holder's share of the price has arrived.

import type { Cents } from '../../../core/cents.ts';
import { facts, greeting, link, paragraph, type Template } from '../content.ts';
import { bricks, euros, type Moment, moment } from '../format.ts';
import { PAGES } from '../pages.ts';

/** `amountCents` is this holder's share, now on the wallet. */
export type PropertySold = {
  propertyName: string;
  bricks: number;
  amountCents: Cents;
  saleType: 'partial' | 'total';
  paidAt: Moment;
  reference: string;
  firstName?: string;
};

const TEXTS = {
  partial: 'Une partie du bien a été vendue. Votre part du prix est sur votre portefeuille ; vos briques vous restent.',
  total: 'Le bien a été vendu. Votre part du prix est sur votre portefeuille.',
};

export const propertySold: Template<PropertySold> = (data) => ({
  subject: `Vente de ${data.propertyName} : ${euros(data.amountCents)} reçus`,
  preview: 'Votre part du prix de vente est sur votre portefeuille.',
  title: `Vente de ${data.propertyName}`,
  blocks: [
    greeting(data.firstName),
    paragraph(TEXTS[data.saleType]),
    facts(
      ['Bien', data.propertyName],
      ['Vos briques', bricks(data.bricks)],
      ['Reçu', euros(data.amountCents)],
      ['Versé le', moment(data.paidAt)],
      ['Référence', data.reference],
    ),
    link('Voir mon portefeuille', PAGES.wallet),
  ],
});
