// Whether the page answers: what a server has drawn stands there before its script does.

import { signal } from '@preact/signals';

/** False until the script has taken the page over. A page that the browser draws itself never waits. */
export const isTakenOver = signal(true);
