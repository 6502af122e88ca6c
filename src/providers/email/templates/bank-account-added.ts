// Notice: a bank account to withdraw to was added.

import { contact, facts, greeting, link, paragraph, type Template } from '../content.ts';
import { type Moment, moment } from '../format.ts';
import { PAGES } from '../pages.ts';

export type BankAccountAdded = { ibanEnd: string; holder: string; addedAt: Moment; firstName?: string };

export const bankAccountAdded: Template<BankAccountAdded> = (data) => ({
  subject: 'Un compte bancaire a été ajouté',
  preview: 'Il pourra recevoir vos retraits une fois vérifié.',
  title: 'Un compte bancaire a été ajouté',
  blocks: [
    greeting(data.firstName),
    paragraph('Un compte bancaire a été ajouté à votre compte Mortar. Il pourra recevoir vos retraits une fois vérifié.'),
    facts(
      ['Compte bancaire', `IBAN se terminant par ${data.ibanEnd}`],
      ['Titulaire', data.holder],
      ['Ajouté le', moment(data.addedAt)],
    ),
    link('Voir mes comptes bancaires', PAGES.bankAccounts),
    contact('Vous n’êtes pas à l’origine de cet ajout ? Changez votre mot de passe et écrivez-nous sans attendre :'),
  ],
});
