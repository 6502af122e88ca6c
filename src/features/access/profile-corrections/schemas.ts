// Bodies and answers of profile corrections.

import { type Static, Type } from 'typebox';
import { Model, Nullable, Page, Timestamp, Uuid, Words } from '../../../core/http/schemas.ts';
import { CorrectedFields } from '../customers/index.ts';
import { ProfileChanges } from '../onboarding/index.ts';
import { CORRECTABLE, CORRECTION_STATUSES, EDIT_WAYS, NO_EDIT_REASONS, PROFILE_FIELDS, REFUSAL_REASONS } from './rules.ts';

const { firstName, lastName, phone, street, postcode, city, country } = ProfileChanges.properties;

/** At least one field, with the limits of the profile. */
export const NewCorrection = Model('NewCorrection', { firstName, lastName, phone, street, postcode, city, country });

export const CorrectionView = Model('CorrectionView', {
  id: Uuid,
  status: Words(CORRECTION_STATUSES, { title: 'CorrectionStatus' }),
  fields: Type.Array(Words(CORRECTABLE, { title: 'CorrectableField' })),
  /** Null once it is decided; accepted values are in the profile. */
  changes: Nullable(CorrectedFields),
  reason: Nullable(Words(REFUSAL_REASONS, { title: 'CorrectionRefusalReason' })),
  requestedAt: Timestamp,
  closedAt: Nullable(Timestamp),
});
export type CorrectionView = Static<typeof CorrectionView>;

export const CorrectionsPage = Page(CorrectionView);

/** `by`: the request that changes it, null for none now, and then `reason` says why. */
export const EditableFields = Type.Array(
  Model('EditableField', {
    field: Words(PROFILE_FIELDS, { title: 'ProfileField' }),
    by: Nullable(Words(EDIT_WAYS, { title: 'ProfileEditWay' })),
    reason: Nullable(Words(NO_EDIT_REASONS, { title: 'NoProfileEditReason' })),
  }),
);
