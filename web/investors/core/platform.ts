// Whose platform it is and where it runs, as the server says in the document.

import { signal } from '@preact/signals';

export type Platform = {
  name: string;
  /** Address of the pages, without a slash at its end. */
  address: string;
  environment: string;
  contact: string;
  legalNotice: string;
  termsUrl?: string | undefined;
  privacyUrl?: string | undefined;
  hasLogo: boolean;
};

export const platform = signal<Platform>({
  name: 'Mortar',
  address: '',
  environment: 'production',
  contact: '',
  legalNotice: '',
  hasLogo: false,
});
