// In which states of a project each verb on its page and prices is allowed (docs/domain/states.md). Pure.

import { PROJECT_STATES, projectRow } from '../project-life/index.ts';
import { EDIT_ROYALTY_MUST_BE_DRAFT } from './errors.ts';
import { PRICE_NOTHING_TO_CORRECT } from './price-errors.ts';

export const PROPERTY_VERBS = {
  'edit-royalty-draft': projectRow(['draft'], EDIT_ROYALTY_MUST_BE_DRAFT),
  'correct-brick-price': projectRow(
    PROJECT_STATES.filter((state) => state !== 'draft'),
    PRICE_NOTHING_TO_CORRECT,
  ),
};
