// Bodies of the provider's notifications, for the API description only: they are read field by field, as form or JSON, and
// stored whole, so nothing may be dropped or refused before.

import { Type } from 'typebox';

const notification = (description: string) => Type.Unsafe<unknown>({ description });

export const CustomerStatusChanged = notification(
  'Category 8: `ExtId` (investor UUID or SPV external id) and `IntId`, both required; `Status`, `Blocked`. Numbers may be strings.',
);
export const DocumentStatusChanged = notification(
  'Category 9, all required: `IntId`, `DocId`, `ExtId`, `DocType`, `NotifDate`, `NotifCategory` = 9, `Status` 0 to 8. Numbers may be strings.',
);
export const CustomerTemporarilyBlocked = notification(
  'Category 13, all required: `IntId`, `ExtId`, `NotifDate`, `Status`, `NotifCategory` = 13, `Blocked` 0 or 1. Numbers may be strings.',
);
