// Bricks were bought in a funding; the withdrawal window begins.

import type { Cents } from '../../../core/cents.ts';
import { facts, greeting, link, paragraph, type Template } from '../content.ts';
import { bricks, euros, type Moment, moment } from '../format.ts';
import { PAGES } from '../pages.ts';

export type PrimaryPurchaseConfirmed = {
  propertyName: string;
  bricks: number;
  totalCents: Cents;
  purchasedAt: Moment;
  /** Last moment at which the purchase may be cancelled; absent when it no longer may. */
  cancelableUntil?: Moment;
  reference: string;
  /** Bought by the investor's investment plan. */
  automatic?: boolean;
  firstName?: string;
};

export const primaryPurchaseConfirmed: Template<PrimaryPurchaseConfirmed> = (data) => ({
  subject: `Investissement enregistré : ${data.propertyName}`,
  preview: `${bricks(data.bricks)} pour ${euros(data.totalCents)}.`,
  title: 'Votre investissement est enregistré',
  blocks: [
    greeting(data.firstName),
    paragraph(`Merci : vous participez au financement de ${data.propertyName}.`),
    ...(data.automatic ? [paragraph('Votre plan d’investissement automatique a passé cet achat pour vous.')] : []),
    facts(
      ['Bien', data.propertyName],
      ['Quantité', bricks(data.bricks)],
      ['Montant', euros(data.totalCents)],
      ['Enregistré le', moment(data.purchasedAt)],
      ['Annulable jusqu’au', data.cancelableUntil === undefined ? null : moment(data.cancelableUntil)],
      ['Référence', data.reference],
    ),
    link('Voir mes investissements', PAGES.investments),
  ],
});
