// Words of the register of holders.

import { words } from '../../core/language.ts';

export const holderWords = words(
  {
    title: 'Registre des titulaires',
    note: 'Qui détient les briques du projet à la fin du jour choisi : achats payés et échanges conclus, moins ce qui a été vendu.',
    date: 'Au',
    sum: (holders: string, bricks: string) => `Titulaires : ${holders} · Briques : ${bricks}`,
    export: 'Exporter (CSV)',
    none: 'Aucun titulaire',
    noneText: 'Personne ne détenait de brique à la fin de ce jour.',
    name: 'Titulaire',
    email: 'E-mail',
    type: 'Type',
    types: { individual: 'Particulier', business: 'Société', none: 'Non renseigné' },
    bricks: 'Briques',
    share: 'Part',
    since: 'Depuis le',
  },
  {
    title: 'Register of holders',
    note: 'Who holds the bricks of the project at the end of the chosen day: paid purchases and closed deals, less what was sold.',
    date: 'On',
    sum: (holders, bricks) => `Holders: ${holders} · Bricks: ${bricks}`,
    export: 'Export (CSV)',
    none: 'No holder',
    noneText: 'Nobody held a brick at the end of this day.',
    name: 'Holder',
    email: 'E-mail',
    type: 'Type',
    types: { individual: 'Individual', business: 'Company', none: 'Not given' },
    bricks: 'Bricks',
    share: 'Share',
    since: 'Since',
  },
);
