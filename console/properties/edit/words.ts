// Words of the creation of a property and of its form.

import { words } from '../../core/language.ts';

export const editWords = words(
  {
    newTitle: 'Nouveau projet',
    newText: 'Le projet commence en brouillon : personne ne le voit avant sa publication.',
    newName: 'Nom du projet',
    newContract: 'Type de contrat',
    create: 'Créer le brouillon',
  },
  {
    newTitle: 'New project',
    newText: 'The project begins as a draft: nobody sees it before its publication.',
    newName: 'Name of the project',
    newContract: 'Type of contract',
    create: 'Create the draft',
  },
);
