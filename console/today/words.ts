// Words of Today.

import { words } from '../core/language.ts';

export const todayWords = words(
  {
    title: 'Aujourd’hui',
  },
  {
    title: 'Today',
  },
);
