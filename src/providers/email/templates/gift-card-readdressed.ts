// The team has corrected the address of a gift card: its buyer is told where it goes now.

import type { Cents } from '../../../core/cents.ts';
import { contact, facts, greeting, link, paragraph, type Template } from '../content.ts';
import { euros } from '../format.ts';

export type GiftCardReaddressed = { amountCents: Cents; recipientEmail: string; reference: string; firstName?: string };

export const giftCardReaddressed: Template<GiftCardReaddressed> = (data) => ({
  subject: 'L’adresse de votre carte cadeau est corrigée',
  preview: `Elle part à ${data.recipientEmail}.`,
  title: 'L’adresse de votre carte cadeau est corrigée',
  blocks: [
    greeting(data.firstName),
    paragraph('Un nouveau code part à l’adresse ci-dessous. Celui qui avait été envoyé à l’ancienne adresse ne vaut plus rien.'),
    facts(['Montant', euros(data.amountCents)], ['Destinataire', data.recipientEmail], ['Référence', data.reference]),
    link('Voir mes cartes cadeaux', '/gift-cards'),
    contact('Vous n’aviez pas demandé cette correction ? Écrivez-nous sans attendre :'),
  ],
});
