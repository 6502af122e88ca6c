// A tax situation was declared for a year, or the team has decided on it.

import { facts, greeting, link, paragraph, type Template } from '../content.ts';
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
