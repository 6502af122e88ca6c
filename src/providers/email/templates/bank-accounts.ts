// Mails about the bank accounts of an investor.

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

export type BankAccountChecked = { outcome: 'activated' | 'refused'; ibanEnd: string; firstName?: string };

const OUTCOMES = {
  activated: {
    subject: 'Votre compte bancaire est validé',
    text: 'Votre compte bancaire est vérifié : il peut recevoir vos retraits.',
  },
  refused: {
    subject: 'Votre compte bancaire n’a pas été accepté',
    text: 'Votre compte bancaire n’a pas pu être vérifié. Contrôlez l’IBAN et le titulaire, puis ajoutez-le de nouveau.',
  },
} as const;

export const bankAccountChecked: Template<BankAccountChecked> = (data) => {
  const { subject, text } = OUTCOMES[data.outcome];
  return {
    subject,
    preview: text.slice(0, text.indexOf('.') + 1),
    title: subject,
    blocks: [
      greeting(data.firstName),
      paragraph(text),
      facts(['Compte bancaire', `IBAN se terminant par ${data.ibanEnd}`]),
      link('Voir mes comptes bancaires', PAGES.bankAccounts),
    ],
  };
};
