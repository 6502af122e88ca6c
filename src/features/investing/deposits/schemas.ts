// Answer of the deposit route.

import { Type } from 'typebox';
import { Model, Nullable } from '../../../core/http/schemas.ts';

export const DepositAccountView = Model('DepositAccountView', {
  iban: Type.String({ description: 'virtual: what arrives is credited to the wallet of this investor alone' }),
  bic: Nullable(Type.String()),
  holder: Type.String({ description: 'as the provider names it' }),
  reference: Type.String({ description: 'names the wallet; optional as the reference of the wire' }),
});
