// Words of the links to the provider's own pages.

import { words } from '../../core/language.ts';

export const atProviderWords = words(
  {
    link: 'Chez le prestataire',
    opens: 'S’ouvre chez le prestataire, dans un autre onglet',
    of: {
      account: (id: string) => `Compte ${id} chez le prestataire`,
      transfer: (id: string) => `Transfert ${id} chez le prestataire`,
      'money-in': (id: string) => `Entrée ${id} chez le prestataire`,
      'money-out': (id: string) => `Sortie ${id} chez le prestataire`,
    },
  },
  {
    link: 'At the provider',
    opens: 'Opens at the provider, in another tab',
    of: {
      account: (id) => `Account ${id} at the provider`,
      transfer: (id) => `Transfer ${id} at the provider`,
      'money-in': (id) => `Money in ${id} at the provider`,
      'money-out': (id) => `Money out ${id} at the provider`,
    },
  },
);
