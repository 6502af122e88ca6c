// The buyer's receipt of a gift card; the code is in the recipient's mail alone.

import type { Cents } from '../../../core/cents.ts';
import { facts, greeting, link, note, paragraph, type Template } from '../content.ts';
import { euros, type Moment, moment } from '../format.ts';
import { PAGES } from '../pages.ts';

export type GiftCardBought = {
  amountCents: Cents;
  recipientEmail: string;
  expiresAt: Moment;
  reference: string;
  firstName?: string;
};

export const giftCardBought: Template<GiftCardBought> = (data) => ({
  subject: `Votre carte cadeau de ${euros(data.amountCents)} est envoyée`,
  preview: `Elle attend son destinataire, ${data.recipientEmail}.`,
  title: 'Votre carte cadeau est envoyée',
  blocks: [
    greeting(data.firstName),
    paragraph('Le paiement de votre carte cadeau est confirmé, et son code part par e-mail à son destinataire.'),
    facts(
      ['Montant', euros(data.amountCents)],
      ['Destinataire', data.recipientEmail],
      ['Valable jusqu’au', moment(data.expiresAt)],
      ['Référence', data.reference],
    ),
    link('Voir mes cartes cadeaux', PAGES.giftCards),
    note('Si elle n’est pas utilisée à cette date, son montant vous est rendu.'),
  ],
});
