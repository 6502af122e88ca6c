// Notice: a bank account to withdraw to was removed.

import { contact, facts, greeting, link, paragraph, type Template } from '../content.ts';
import { type Moment, moment } from '../format.ts';
import { PAGES } from '../pages.ts';

export type BankAccountRemoved = { ibanEnd: string; removedAt: Moment; firstName?: string };

export const bankAccountRemoved: Template<BankAccountRemoved> = (data) => ({
  subject: 'Un compte bancaire a été retiré',
  preview: 'Il ne recevra plus vos retraits.',
  title: 'Un compte bancaire a été retiré',
  blocks: [
    greeting(data.firstName),
    paragraph(
      'Un compte bancaire a été retiré de votre compte Mortar. Il ne recevra plus vos retraits ; vous pouvez l’ajouter de nouveau.',
    ),
    facts(['Compte bancaire', `IBAN se terminant par ${data.ibanEnd}`], ['Retiré le', moment(data.removedAt)]),
    link('Voir mes comptes bancaires', PAGES.bankAccounts),
    contact('Vous n’êtes pas à l’origine de ce retrait ? Changez votre mot de passe et écrivez-nous sans attendre :'),
  ],
});
