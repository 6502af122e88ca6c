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
export const ChargeBack = notification(
  'Category 14: `ExtId`, `Comment` and `IdTransaction` (the money-out that took the money back), all required; `Amount` in euros.',
);
export const OnboardingStatusChanged = notification(
  'Categories 49 and 50: `AccountID` of the onboarding account, required; `ExtId`, `IntId`, `ProfileID`, `Status`, dates.',
);
export const Recertification = notification('Categories 53 and 54: `AccountID` and `ExtId`; without them nothing happens.');
