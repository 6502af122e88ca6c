// Somebody gave a card: the code, which is told nowhere else.

import type { Cents } from '../../../core/cents.ts';
import { facts, link, note, paragraph, type Template } from '../content.ts';
import { euros, type Moment, moment } from '../format.ts';

export type GiftCardReceived = {
  amountCents: Cents;
  code: string;
  expiresAt: Moment;
  /** Page on which it is redeemed. */
  link: string;
  /** Name of the giver. */
  from: string;
};

export const giftCardReceived: Template<GiftCardReceived> = (data) => ({
  subject: `Vous avez reçu une carte cadeau de ${euros(data.amountCents)}`,
  preview: 'Un code à utiliser sur Mortar vous attend.',
  title: 'Une carte cadeau pour vous',
  blocks: [
    paragraph(`Bonjour,`),
    paragraph(`${data.from} vous offre une carte cadeau Mortar, à investir dans l’immobilier à partir d’une brique.`),
    facts(['Montant', euros(data.amountCents)], ['Code', data.code], ['Valable jusqu’au', moment(data.expiresAt)]),
    link('Utiliser ma carte', data.link),
    note(
      'Créez un compte ou connectez-vous, puis saisissez ce code. Qui a le code a la carte : ne le transmettez qu’à une personne de confiance.',
    ),
  ],
});
