// The words of the console in one place: a test reads them all, in both languages.

import { designWords } from './design/words.ts';
import { errorWords } from './errors/sentences.ts';
import { shellWords } from './shell/words.ts';
import { todayWords } from './today/words.ts';

export const catalogue = { design: designWords, errors: errorWords, shell: shellWords, today: todayWords };
