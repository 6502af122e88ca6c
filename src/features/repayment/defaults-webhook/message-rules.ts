// The one message of a call to the team's chat: penalties applied, projects skipped with their reasons, and where the batch stopped. Pure.

import { type Cents, formatEuros, sumOf } from '../../../core/cents.ts';

/** What came of a call so far. `skipped`: which item, by its reason. */
export type BatchReport = {
  applied: { projectName: string; totals: readonly Cents[] }[];
  skipped: { about: string; reason: string }[];
  stoppedAt: string | undefined;
};

/** Of each section; a batch may have twenty thousand projects, and a chat takes no such message. */
const SHOWN = 20;

/** Undefined when there is nothing to tell. */
export function batchMessage({ applied, skipped, stoppedAt }: BatchReport): string | undefined {
  const lines = [
    ...bounded(applied.map(appliedLine), '\n'),
    ...[...Map.groupBy(skipped, ({ reason }) => reason)].map(
      ([reason, items]) =>
        `${items.length} ignoré(s), ${reason} : ${bounded(
          items.map(({ about }) => about),
          ', ',
        ).join('')}`,
    ),
    ...(stoppedAt === undefined ? [] : [`Arrêt du lot : ${stoppedAt}. La suite n’a pas été traitée.`]),
  ];
  return lines.length === 0 ? undefined : `Défauts :\n${lines.join('\n')}`;
}

function appliedLine({ projectName, totals }: BatchReport['applied'][number]): string {
  return `${totals.length} pénalité(s) appliquée(s) au projet ${projectName}, ${formatEuros(sumOf(totals))} au total`;
}

/** One text of the first ones, and how many there are beside. */
function bounded(texts: readonly string[], separator: string): string[] {
  if (texts.length === 0) return [];
  const more = texts.length > SHOWN ? [`… et ${texts.length - SHOWN} autre(s)`] : [];
  return [[...texts.slice(0, SHOWN), ...more].join(separator)];
}
