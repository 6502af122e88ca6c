// Words of the marketplace.

import { words } from '../../core/language.ts';

export const marketWords = words(
  {
    state: 'Briques que d’autres investisseurs vendent, à côté du prix officiel.',
    none: 'Personne ne vend de briques en ce moment.',
    noneText: 'Les offres apparaissent ici dès qu’un investisseur met des briques en vente.',
    project: 'Projet',
    bricks: 'Briques',
    price: 'Prix d’une brique',
    official: 'Prix officiel',
    open: 'Voir le projet',
  },
  {
    state: 'Bricks that other investors sell, beside the official price.',
    none: 'Nobody sells bricks at the moment.',
    noneText: 'Offers appear here as soon as an investor puts bricks on sale.',
    project: 'Project',
    bricks: 'Bricks',
    price: 'Price of a brick',
    official: 'Official price',
    open: 'See the project',
  },
);
