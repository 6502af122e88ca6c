// A withdrawal was ordered: sent as soon as it is written, before the provider has paid it out.

import type { Cents } from '../../../core/cents.ts';
import { contact, facts, greeting, link, paragraph, type Template } from '../content.ts';
import { euros, type Moment, moment } from '../format.ts';
import { PAGES } from '../pages.ts';

/** `feeCents` includes tax, 0 when free; `ibanEnd` is the last four characters. */
export type WithdrawalInitiated = {
  amountCents: Cents;
  feeCents: Cents;
  ibanEnd: string;
  requestedAt: Moment;
  reference: string;
  firstName?: string;
};

export const withdrawalInitiated: Template<WithdrawalInitiated> = (data) => ({
  subject: `Votre retrait de ${euros(data.amountCents)} est en cours`,
  preview: 'Le virement part vers votre banque.',
  title: 'Votre retrait est en cours',
  blocks: [
    greeting(data.firstName),
    paragraph('Nous avons bien reçu votre demande de retrait. Le virement arrive en général sous deux à quatre jours ouvrés.'),
    facts(
      ['Montant', euros(data.amountCents)],
      ['Frais (TTC)', data.feeCents > 0 ? euros(data.feeCents) : 'offerts'],
      ['Compte bancaire', `IBAN se terminant par ${data.ibanEnd}`],
      ['Demandé le', moment(data.requestedAt)],
      ['Référence', data.reference],
    ),
    link('Voir mon portefeuille', PAGES.wallet),
    contact('Vous n’êtes pas à l’origine de ce retrait ? Écrivez-nous sans attendre :'),
  ],
});
