// In which states of a project it is published, edited and deleted (docs/domain/states.md). Pure.

import { PROJECT_STATES, projectRow } from '../project-life/index.ts';
import { DELETE_MUST_BE_DRAFT, EDIT_ROYALTY_MUST_BE_DRAFT, MUST_BE_DRAFT } from './errors.ts';
import { PRICE_NOTHING_TO_CORRECT } from './price-errors.ts';

export const PROPERTY_VERBS = {
  'publish-property': projectRow(['draft'], MUST_BE_DRAFT),
  'delete-property': projectRow(['draft'], DELETE_MUST_BE_DRAFT),
  'edit-royalty-draft': projectRow(['draft'], EDIT_ROYALTY_MUST_BE_DRAFT),
  'correct-brick-price': projectRow(
    PROJECT_STATES.filter((state) => state !== 'draft'),
    PRICE_NOTHING_TO_CORRECT,
  ),
};
