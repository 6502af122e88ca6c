// Money that the investor sent has arrived on their wallet.

import type { Cents } from '../../../core/cents.ts';
import { facts, greeting, link, paragraph, type Template } from '../content.ts';
import { euros, type Moment, moment } from '../format.ts';
import { PAGES } from '../pages.ts';

export const moneyReceived: Template<{ amountCents: Cents; receivedAt: Moment; firstName?: string }> = (data) => ({
  subject: `Votre versement de ${euros(data.amountCents)} est arrivé`,
  preview: 'Le montant est disponible sur votre portefeuille.',
  title: 'Votre versement est arrivé',
  blocks: [
    greeting(data.firstName),
    paragraph('Votre versement est arrivé. Le montant est disponible sur votre portefeuille, pour investir ou pour un retrait.'),
    facts(['Montant', euros(data.amountCents)], ['Reçu le', moment(data.receivedAt)]),
    link('Voir mon portefeuille', PAGES.wallet),
  ],
});
