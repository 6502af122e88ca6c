// In which states of a project it is published or deleted (docs/domain/states.md). Pure.

import { projectRow } from '../project-life/index.ts';
import { DELETE_MUST_BE_DRAFT, MUST_BE_DRAFT } from './errors.ts';

export const PROPERTY_VERBS = {
  'publish-property': projectRow(['draft'], MUST_BE_DRAFT),
  'delete-property': projectRow(['draft'], DELETE_MUST_BE_DRAFT),
};
