// Light or dark: as the system has it, until somebody chooses. Each face keeps the choice in its own way.

import { signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

export const theme = signal<Theme>('system');
