// Whose platform the pages are: its name, colours, logo and legal texts, from the settings.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Config } from '../../../config/settings.ts';
import { lighter } from '../../../core/http/plain-page.ts';
import { addressIn } from '../../../providers/email/index.ts';
import type { Platform } from './page-server.ts';

export function platformOf(config: Config, hasLogo: boolean): Platform {
  const { PLATFORM_NAME, FRONT_URL, NODE_ENV, MAIL_CONTACT, MAIL_FROM } = config;
  return {
    name: PLATFORM_NAME,
    address: FRONT_URL.replace(/\/+$/, ''),
    environment: NODE_ENV,
    contact: MAIL_CONTACT ?? addressIn(MAIL_FROM),
    legalNotice: config.PLATFORM_LEGAL_NOTICE,
    termsUrl: config.PLATFORM_TERMS_URL,
    privacyUrl: config.PLATFORM_PRIVACY_URL,
    hasLogo,
  };
}

/** The logo that the settings name. Throws where the file cannot be read: a wrong setting is to be seen at once. */
export async function readLogo({ PLATFORM_LOGO_FILE }: Config): Promise<Buffer | undefined> {
  return PLATFORM_LOGO_FILE === undefined ? undefined : readFile(PLATFORM_LOGO_FILE);
}

/** The colours of the settings as a style sheet after that of the pages; what a setting leaves out stays as it is. */
export function themeSheet({ PLATFORM_ACCENT, PLATFORM_ACCENT_DARK }: Config): { name: string; bytes: Buffer } {
  const light = PLATFORM_ACCENT;
  const dark = PLATFORM_ACCENT_DARK ?? (light && lighter(light));
  const text = light
    ? `:root{--accent:light-dark(${light},${dark});--accent-strong:light-dark(color-mix(in oklab,${light},black 15%),color-mix(in oklab,${dark},white 15%));` +
      `--accent-wash:light-dark(color-mix(in oklab,${light},white 88%),color-mix(in oklab,${dark},black 75%))}`
    : ':root{}';
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 8);
  return { name: `theme-${digest}.css`, bytes: Buffer.from(text) };
}
