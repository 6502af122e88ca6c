// A gift card that nobody used has expired or was taken back by the team: its buyer has the money back.

import type { Cents } from '../../../core/cents.ts';
import { facts, greeting, link, paragraph, type Template } from '../content.ts';
import { euros } from '../format.ts';
import { PAGES } from '../pages.ts';

export type GiftCardRefunded = { amountCents: Cents; recipientEmail: string; reference: string; firstName?: string };

export const giftCardRefunded: Template<GiftCardRefunded> = (data) => ({
  subject: 'Votre carte cadeau vous est remboursée',
  preview: 'Le montant est de nouveau disponible sur votre portefeuille.',
  title: 'Votre carte cadeau vous est remboursée',
  blocks: [
    greeting(data.firstName),
    paragraph(
      'Votre carte cadeau n’a pas été utilisée : elle prend fin, et son montant est de nouveau disponible sur votre portefeuille.',
    ),
    facts(['Montant', euros(data.amountCents)], ['Destinataire', data.recipientEmail], ['Référence', data.reference]),
    link('Voir mon portefeuille', PAGES.wallet),
  ],
});
