// A gift card was redeemed: its money can be spent.

import type { Cents } from '../../../core/cents.ts';
import { facts, greeting, link, paragraph, type Template } from '../content.ts';
import { euros } from '../format.ts';
import { PAGES } from '../pages.ts';

export type GiftCardRedeemed = { amountCents: Cents; reference: string; firstName?: string };

export const giftCardRedeemed: Template<GiftCardRedeemed> = (data) => ({
  subject: `Votre carte cadeau de ${euros(data.amountCents)} est créditée`,
  preview: 'Le montant est disponible sur votre portefeuille.',
  title: 'Votre carte cadeau est créditée',
  blocks: [
    greeting(data.firstName),
    paragraph('Le montant de votre carte cadeau est disponible sur votre portefeuille.'),
    facts(['Montant', euros(data.amountCents)], ['Référence', data.reference]),
    link('Voir mon portefeuille', PAGES.wallet),
  ],
});
