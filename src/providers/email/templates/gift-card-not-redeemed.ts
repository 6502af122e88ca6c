// The provider refused to credit a gift card: it can be redeemed again.

import type { Cents } from '../../../core/cents.ts';
import { facts, greeting, link, paragraph, type Template } from '../content.ts';
import { euros } from '../format.ts';
import { PAGES } from '../pages.ts';

export type GiftCardNotRedeemed = { amountCents: Cents; reference: string; firstName?: string };

export const giftCardNotRedeemed: Template<GiftCardNotRedeemed> = (data) => ({
  subject: 'Votre carte cadeau n’a pas pu être créditée',
  preview: 'Son code reste valable : vous pouvez réessayer.',
  title: 'Votre carte cadeau n’a pas pu être créditée',
  blocks: [
    greeting(data.firstName),
    paragraph(
      'Le versement sur votre portefeuille a été refusé. Le code de la carte reste valable : vous pouvez réessayer plus tard.',
    ),
    facts(['Montant', euros(data.amountCents)], ['Référence', data.reference]),
    link('Utiliser ma carte cadeau', PAGES.redeemGiftCard),
  ],
});
