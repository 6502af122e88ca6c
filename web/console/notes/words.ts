// Words of the notes on a record.

import { words } from '../../core/language.ts';

export const noteWords = words(
  {
    title: 'Notes',
    note: 'Pour l’équipe seulement. Le journal garde aussi les notes reprises.',
    none: 'Personne n’a rien noté.',
    text: 'Nouvelle note',
    hint: '1 000 caractères au plus.',
    write: 'Noter',
    takeBack: 'Reprendre',
    takeBackNote: (text: string) => `Reprendre la note « ${text} »`,
    count: (count: number) => (count > 1 ? `${count} notes` : '1 note'),
  },
  {
    title: 'Notes',
    note: 'For the team only. The audit log keeps notes that are taken back too.',
    none: 'Nobody has noted anything.',
    text: 'New note',
    hint: 'At most 1 000 characters.',
    write: 'Note it',
    takeBack: 'Take back',
    takeBackNote: (text) => `Take back the note “${text}”`,
    count: (count) => (count > 1 ? `${count} notes` : '1 note'),
  },
);
