// Words of the investments.

import { words } from '../../core/language.ts';

export const investmentWords = words(
  {
    state: 'Vos briques, projet par projet.',
    none: 'Vous n’avez pas encore de briques.',
    toProjects: 'Voir les projets',
    project: 'Projet',
    bricks: 'Briques',
    selling: 'En vente',
  },
  {
    state: 'Your bricks, project by project.',
    none: 'You have no bricks yet.',
    toProjects: 'See the projects',
    project: 'Project',
    bricks: 'Bricks',
    selling: 'On sale',
  },
);
