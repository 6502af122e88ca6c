// A referrer was paid for the investors they brought to one property.

import type { Cents } from '../../../core/cents.ts';
import { facts, greeting, link, paragraph, type Template } from '../content.ts';
import { euros, type Moment, moment } from '../format.ts';
import { PAGES } from '../pages.ts';

export type ReferralRewardPaid = {
  amountCents: Cents;
  propertyName: string;
  paidAt: Moment;
  reference: string;
  firstName?: string;
};

export const referralRewardPaid: Template<ReferralRewardPaid> = (data) => ({
  subject: `Votre récompense de parrainage de ${euros(data.amountCents)} est arrivée`,
  preview: 'Elle est disponible sur votre portefeuille.',
  title: 'Votre récompense de parrainage',
  blocks: [
    greeting(data.firstName),
    paragraph('Merci d’avoir fait connaître Mortar : les investissements de vos filleuls vous valent cette récompense.'),
    paragraph('Elle est disponible sur votre portefeuille, pour investir ou pour un retrait.'),
    facts(
      ['Bien', data.propertyName],
      ['Montant', euros(data.amountCents)],
      ['Versée le', moment(data.paidAt)],
      ['Référence', data.reference],
    ),
    link('Voir mon portefeuille', PAGES.wallet),
  ],
});
