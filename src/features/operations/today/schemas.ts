// Answer of Today.

import { type Static, Type } from 'typebox';
import { Model, Nullable, Timestamp, Uuid, Words } from '../../../core/http/schemas.ts';
import { WAITING_KINDS } from './rules.ts';

const WaitingThing = Model('WaitingThing', {
  id: Type.String({ description: 'of the wire, fee, property ...; of an investor where they are what waits' }),
  about: Type.String({ description: 'whose it is, or its name: a project, an investor, a job' }),
  amountCents: Nullable(Type.Integer({ description: 'cents' })),
  since: Nullable(Timestamp),
  propertyId: Nullable(Uuid),
  customerId: Nullable(Uuid),
  period: Nullable(Type.String({ description: 'YYYY-MM, of fees and payouts' })),
});

const Waiting = Model('Waiting', {
  kind: Words(WAITING_KINDS, { title: 'WaitingKind' }),
  count: Type.Integer({ description: 'all of them; 1000 stands for 1000 or more' }),
  items: Type.Array(WaitingThing, { description: 'the oldest 20, oldest first' }),
});

const MonthlyFigure = Model('MonthlyFigure', {
  value: Type.Integer({ description: 'now; cents, where it is money' }),
  months: Type.Array(Type.Object({ period: Type.String(), value: Type.Integer() }), {
    description: 'the last 12 months, the current one last',
  }),
});

export const Today = Model('Today', {
  at: Timestamp,
  waiting: Type.Array(Waiting, { description: 'the kinds of which something waits' }),
  figures: Nullable(
    Type.Object(
      {
        raisedCents: MonthlyFigure,
        outstandingCapitalCents: MonthlyFigure,
        paidToInvestorsCents: MonthlyFigure,
        activeInvestors: MonthlyFigure,
      },
      { description: 'null without the permission money.read' },
    ),
  ),
});
export type Today = Static<typeof Today>;
