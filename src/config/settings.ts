// The one table of settings, by subject and by name; docs/configuration.md and .env.example are generated from it.

import { bricks, gifts, invoices, referrals, repayment, taxes, withdrawals } from './business.ts';
import { database } from './database.ts';
import { defaultsAndVotes, messages, registry, tracing } from './external.ts';
import { history } from './history.ts';
import { platform } from './platform.ts';
import { onboarding, platformAccounts, provider } from './provider.ts';
import type { Subject, ValuesOf } from './schema.ts';
import { fourEyes, personalData, sessions, singleSignOn } from './security.ts';
import { addresses, development, stopping, traffic } from './service.ts';
import { files } from './storage.ts';

/** All settings by their environment names. */
export const settings = {
  ...addresses.settings,
  ...traffic.settings,
  ...stopping.settings,
  ...database.settings,
  ...platform.settings,
  ...files.settings,
  ...sessions.settings,
  ...singleSignOn.settings,
  ...personalData.settings,
  ...fourEyes.settings,
  ...development.settings,
  ...provider.settings,
  ...onboarding.settings,
  ...platformAccounts.settings,
  ...defaultsAndVotes.settings,
  ...registry.settings,
  ...messages.settings,
  ...tracing.settings,
  ...history.settings,
  ...bricks.settings,
  ...gifts.settings,
  ...repayment.settings,
  ...withdrawals.settings,
  ...invoices.settings,
  ...referrals.settings,
  ...taxes.settings,
};

/** The same by subject, in the order of docs/configuration.md. */
export const subjects: readonly Subject[] = [
  ...[addresses, platform, traffic, stopping, database, files, sessions, singleSignOn, personalData, fourEyes],
  ...[development, provider, onboarding, platformAccounts, defaultsAndVotes, registry, messages, tracing, history],
  ...[bricks, gifts, repayment, withdrawals, invoices, referrals, taxes],
];

/** The value of every setting by its environment name, read once at start. */
export type Config = ValuesOf<typeof settings>;
