// The provider has paid the withdrawal out.

import type { Cents } from '../../../core/cents.ts';
import { facts, greeting, link, paragraph, type Template } from '../content.ts';
import { euros, type Moment, moment } from '../format.ts';
import { PAGES } from '../pages.ts';

export type WithdrawalCompleted = {
  amountCents: Cents;
  ibanEnd: string;
  completedAt: Moment;
  reference: string;
  firstName?: string;
};

export const withdrawalCompleted: Template<WithdrawalCompleted> = (data) => ({
  subject: `Votre retrait de ${euros(data.amountCents)} est parti`,
  preview: 'Le virement a été remis à votre banque.',
  title: 'Votre retrait est parti',
  blocks: [
    greeting(data.firstName),
    paragraph('Le virement a été remis à votre banque, qui le portera à votre compte.'),
    facts(
      ['Montant', euros(data.amountCents)],
      ['Compte bancaire', `IBAN se terminant par ${data.ibanEnd}`],
      ['Parti le', moment(data.completedAt)],
      ['Référence', data.reference],
    ),
    link('Voir mon portefeuille', PAGES.wallet),
  ],
});
