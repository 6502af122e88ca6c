// The payment of a gift card was refused: the money is back on the wallet.

import type { Cents } from '../../../core/cents.ts';
import { facts, greeting, link, paragraph, type Template } from '../content.ts';
import { euros } from '../format.ts';
import { PAGES } from '../pages.ts';

export type GiftCardDeclined = { amountCents: Cents; recipientEmail: string; reference: string; firstName?: string };

export const giftCardDeclined: Template<GiftCardDeclined> = (data) => ({
  subject: 'Votre carte cadeau n’a pas pu être payée',
  preview: 'Le montant est de nouveau disponible sur votre portefeuille.',
  title: 'Votre carte cadeau n’a pas pu être payée',
  blocks: [
    greeting(data.firstName),
    paragraph(
      'Le paiement a été refusé : aucune carte n’est partie, et le montant est de nouveau disponible sur votre portefeuille.',
    ),
    facts(['Montant', euros(data.amountCents)], ['Destinataire', data.recipientEmail], ['Référence', data.reference]),
    link('Voir mes cartes cadeaux', PAGES.giftCards),
  ],
});
