// Which effect each notification has.

import { parseChargebackNotification } from '../../../providers/payments/index.ts';
import { followChargeBack } from '../charge-backs/index.ts';
import type { Effect } from './receive-notification.ts';
import { type NotificationName, usableFields } from './rules.ts';
import { syncAccount } from './sync-account.ts';
import { syncDocument } from './sync-document.ts';

/** The effect of each notification, when it arrives and when it is replayed. */
export const EFFECTS: Readonly<Record<NotificationName, Effect>> = {
  'customer-status-changed': syncAccount,
  'customer-temporarily-blocked': syncAccount,
  'account-status-changed': syncAccount,
  'profile-status-changed': syncAccount,
  'requirement-change': syncAccount,
  'restriction-change': syncAccount,
  'document-status-changed': syncDocument,
  'charge-back': (deps, { payload }) => followChargeBack(deps, usableFields(parseChargebackNotification(payload))),
};
