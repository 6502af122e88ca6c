// Query and answer of the search.

import { type Static, Type } from 'typebox';
import { Model, Nullable, Timestamp, Uuid, Words } from '../../../core/http/schemas.ts';
import { RECORD_KINDS } from './rules.ts';

export const SearchQuery = Type.Object({
  q: Type.String({
    pattern: '\\S',
    maxLength: 200,
    description: 'part of a name, address or label; an id; an amount; a number of the provider or of an invoice',
  }),
});

const FoundRecord = Model('FoundRecord', {
  kind: Words(RECORD_KINDS, { title: 'RecordKind' }),
  id: Uuid,
  name: Type.String({ description: 'of the person or project; whose the wire is; purpose of a payment; number of an invoice' }),
  note: Nullable(Type.String({ description: 'address of a person, SPV of a project, label of a wire, billed party' })),
  amountCents: Nullable(Type.Integer({ description: 'cents' })),
  at: Timestamp,
});
export type FoundRecord = Static<typeof FoundRecord>;

export const FoundRecords = Type.Array(FoundRecord, { description: 'at most five of each kind, the newest first' });
