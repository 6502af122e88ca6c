// The mail with the hash of a sealed day, to whoever keeps it.

import { facts, paragraph, type Template } from '../layout.ts';

/** `head` as hexadecimal digits, `rows`: how many rows were written that day. */
export type HistorySealed = { day: string; head: string; rows: number };

export const historySealed: Template<HistorySealed> = ({ day, head, rows }) => ({
  subject: `Historique scellé du ${day}`,
  preview: `Empreinte du ${day} : ${head.slice(0, 16)}…`,
  title: `Historique scellé du ${day}`,
  blocks: [
    paragraph(
      'Voici l’empreinte de tout ce qui a été écrit ce jour-là et les jours précédents. Conservez ce message : il prouve que rien n’a été modifié depuis.',
    ),
    facts(['Jour', day], ['Lignes du jour', String(rows)], ['Empreinte (SHA-256)', head]),
  ],
});
