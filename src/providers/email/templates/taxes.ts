// Mails about tax declarations and the yearly tax file.

import { contact, facts, greeting, link, paragraph, type Template } from '../layout.ts';
import { PAGES } from '../pages.ts';

/** `rateBps`: what is withheld of the year's coupons from now on; `reason` of a refusal, when one was given. */
export type TaxRateRequestNews = {
  status: 'waiting' | 'validated' | 'refused';
  year: number;
  rateBps: number;
  reason?: string;
  firstName?: string;
};

const STATUSES = {
  waiting: {
    word: 'enregistrée',
    text: 'Votre déclaration de situation fiscale est enregistrée. Nous la vérifions et vous tenons informé ; d’ici là, le taux ci-dessous s’applique.',
  },
  validated: {
    word: 'prise en compte',
    text: 'Votre déclaration de situation fiscale est prise en compte pour vos prochains coupons.',
  },
  refused: {
    word: 'refusée',
    text: 'Votre déclaration de situation fiscale n’a pas été acceptée. Le taux par défaut s’applique à vos prochains coupons.',
  },
} as const;

export const taxRateRequest: Template<TaxRateRequestNews> = (data) => {
  const { word, text } = STATUSES[data.status];
  return {
    subject: `Déclaration fiscale ${data.year} ${word}`,
    preview: text.slice(0, text.indexOf('.') + 1),
    title: `Déclaration fiscale ${data.year} ${word}`,
    blocks: [
      greeting(data.firstName),
      paragraph(text),
      facts(
        ['Année', String(data.year)],
        ['Taux appliqué', `${(data.rateBps / 100).toLocaleString('fr-FR')} %`],
        ['Motif', data.reason],
      ),
      link('Voir ma fiscalité', PAGES.taxation),
    ],
  };
};

/** What the file lacks, in French. */
export const TAX_PARTS = {
  profile: 'votre profil',
  company: 'votre société',
  sex: 'votre sexe',
  'birth-name': 'votre nom de naissance',
  'birth-commune': 'votre commune de naissance',
  'residence-commune': 'la commune de votre adresse',
} as const;

export const taxIdentityMissing: Template<{ year: number; missing: readonly (keyof typeof TAX_PARTS)[]; firstName?: string }> = (
  data,
) => ({
  subject: `Votre fiscalité ${data.year} : il nous manque une information`,
  preview: 'Deux minutes suffisent, avant la fin de l’année.',
  title: 'Il nous manque une information',
  blocks: [
    greeting(data.firstName),
    paragraph(
      `Au début de l’année prochaine, nous déclarons à l’administration fiscale les intérêts que nous vous avons versés en ${data.year}, pour qu’ils figurent sur votre déclaration préremplie. Elle nous demande pour cela une information que nous n’avons pas.`,
    ),
    facts(['À compléter', data.missing.map((part) => TAX_PARTS[part]).join(', ')]),
    link('Compléter mes informations', PAGES.taxation),
    contact('Une question ? Répondez à ce message, ou écrivez-nous :'),
  ],
});
