// Somebody gave a card: the code, which is told nowhere else.

import type { Cents } from '../../../core/cents.ts';
import { facts, greeting, link, note, paragraph, type Template } from '../content.ts';
import { euros, type Moment, moment } from '../format.ts';
import { PAGES } from '../pages.ts';

export type GiftCardReceived = {
  amountCents: Cents;
  code: string;
  expiresAt: Moment;
  /** Name of the giver; may be empty. */
  from: string;
};

export const giftCardReceived: Template<GiftCardReceived> = (data) => ({
  subject: `Vous avez reçu une carte cadeau de ${euros(data.amountCents)}`,
  preview: 'Un code à utiliser sur Mortar vous attend.',
  title: 'Une carte cadeau pour vous',
  reason: 'Vous recevez ce message parce qu’une carte cadeau Mortar vous est offerte à cette adresse.',
  blocks: [
    greeting(undefined),
    paragraph(
      `${data.from.trim() || 'Quelqu’un'} vous offre une carte cadeau Mortar, à investir dans l’immobilier à partir d’une brique.`,
    ),
    facts(['Montant', euros(data.amountCents)], ['Code', data.code], ['Valable jusqu’au', moment(data.expiresAt)]),
    link('Utiliser ma carte', PAGES.redeemGiftCard),
    note(
      'Créez un compte ou connectez-vous, puis saisissez ce code. Qui a le code a la carte : ne le transmettez qu’à une personne de confiance.',
    ),
  ],
});
