// Mails about gift cards.

import type { Cents } from '../../../core/cents.ts';
import { euros, type Moment, moment } from '../format.ts';
import { contact, facts, greeting, link, note, paragraph, type Template } from '../layout.ts';
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

export type GiftCardReceived = {
  amountCents: Cents;
  code: string;
  expiresAt: Moment;
  /** Name of the giver; may be empty. */
  from: string;
};

export const giftCardReceived: Template<GiftCardReceived> = (data, platform) => ({
  subject: `Vous avez reçu une carte cadeau de ${euros(data.amountCents)}`,
  preview: `Un code à utiliser sur ${platform} vous attend.`,
  title: 'Une carte cadeau pour vous',
  reason: `Vous recevez ce message parce qu’une carte cadeau ${platform} vous est offerte à cette adresse.`,
  blocks: [
    greeting(undefined),
    paragraph(
      `${data.from.trim() || 'Quelqu’un'} vous offre une carte cadeau ${platform}, à investir dans l’immobilier à partir d’une brique.`,
    ),
    facts(['Montant', euros(data.amountCents)], ['Code', data.code], ['Valable jusqu’au', moment(data.expiresAt)]),
    link('Utiliser ma carte', PAGES.redeemGiftCard),
    note(
      'Créez un compte ou connectez-vous, puis saisissez ce code. Qui a le code a la carte : ne le transmettez qu’à une personne de confiance.',
    ),
  ],
});

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

export type GiftCardReaddressed = { amountCents: Cents; recipientEmail: string; reference: string; firstName?: string };

export const giftCardReaddressed: Template<GiftCardReaddressed> = (data) => ({
  subject: 'L’adresse de votre carte cadeau est corrigée',
  preview: `Elle part à ${data.recipientEmail}.`,
  title: 'L’adresse de votre carte cadeau est corrigée',
  blocks: [
    greeting(data.firstName),
    paragraph('Un nouveau code part à l’adresse ci-dessous. Celui qui avait été envoyé à l’ancienne adresse ne vaut plus rien.'),
    facts(['Montant', euros(data.amountCents)], ['Destinataire', data.recipientEmail], ['Référence', data.reference]),
    link('Voir mes cartes cadeaux', PAGES.giftCards),
    contact('Vous n’aviez pas demandé cette correction ? Écrivez-nous sans attendre :'),
  ],
});

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
