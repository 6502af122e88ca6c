// Words of the list of projects.

import { words } from '../../core/language.ts';

export const projectsWords = words(
  {
    title: 'Projets',
    state: 'Tous les projets de la plateforme, y compris ceux qui sont en retard ou en défaut.',
    description: 'Les projets immobiliers ouverts, en cours, remboursés, en retard et en défaut, avec leurs chiffres.',
    filters: 'Filtres',
    stateFilter: 'État',
    contractFilter: 'Contrat',
    all: 'Tous',
    apply: 'Afficher',
    none: 'Aucun projet ne correspond.',
    noneText: 'Choisissez un autre état ou un autre contrat.',
    more: 'Projets suivants',
    start: 'Revenir aux premiers',
    notGuaranteed: 'visé, non garanti',
    pictureOf: (name: string) => `Vue de ${name}`,
  },
  {
    title: 'Projects',
    state: 'All projects of the platform, those that are late or in default too.',
    description: 'Real-estate projects that are open, running, repaid, late and in default, with their figures.',
    filters: 'Filters',
    stateFilter: 'State',
    contractFilter: 'Contract',
    all: 'All',
    apply: 'Show',
    none: 'No project matches.',
    noneText: 'Choose another state or another contract.',
    more: 'Next projects',
    start: 'Back to the first ones',
    notGuaranteed: 'aimed at, not guaranteed',
    pictureOf: (name) => `View of ${name}`,
  },
);
