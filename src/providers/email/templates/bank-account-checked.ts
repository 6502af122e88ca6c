// The provider has activated or refused a bank account.

import { facts, greeting, link, paragraph, type Template } from '../content.ts';
import { PAGES } from '../pages.ts';

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
