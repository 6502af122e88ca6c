// Charge-backs as administrators see them.

import { Type } from 'typebox';
import type { CustomerId, SpvId } from '../../../core/db/tables.ts';
import {
  Model,
  Nullable,
  Page,
  PageQuery,
  PeriodQuery,
  Timestamp,
  Uuid,
  UuidOf,
  WholeCents,
  Words,
} from '../../../core/http/schemas.ts';
import { WalletHolder } from '../reconciliation/index.ts';

export const ChargeBacksQuery = Type.Object({
  ...PageQuery.properties,
  ...PeriodQuery.properties,
  state: Type.Optional(
    Words(['open', 'done'], { title: 'ChargeBackState', description: 'open: an account to freeze or money to book is left' }),
  ),
});

const Step = Words(['none', 'open', 'done'], {
  title: 'ChargeBackStep',
  description: 'none: not called for, or in no book, as the wire of an SPV; open: the job tries it again every ten minutes',
});

/**
 * `providerPayoutId` is the provider's movement, `accountId` the wallet that it left: an investor's or an SPV's. `isShort`: the wallet's available
 * money did not cover it when it was last tried. `amountCents` is what was booked, null until then.
 */
const ChargeBackView = Model('ChargeBackView', {
  id: Uuid,
  providerPayoutId: Type.Integer(),
  accountId: Type.String(),
  holder: Nullable(WalletHolder),
  customerId: Nullable(UuidOf<CustomerId>()),
  spvId: Nullable(UuidOf<SpvId>()),
  freeze: Step,
  booking: Step,
  isShort: Type.Boolean(),
  amountCents: Nullable(WholeCents()),
  firstSeenAt: Timestamp,
});

export const ChargeBacksPage = Page(ChargeBackView);
