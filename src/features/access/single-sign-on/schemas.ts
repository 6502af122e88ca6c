// Parameters of the sign-in at the identity provider.

import { type Static, Type } from 'typebox';

export const BeginQuery = Type.Object({
  returnTo: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'path of the console to open afterwards; any other address counts as `/console`',
    }),
  ),
});
export type BeginQuery = Static<typeof BeginQuery>;
