// Answers of the files of properties.

import { Type } from 'typebox';
import { Model } from '../../../core/http/schemas.ts';

export const DocumentUrl = Model('DocumentUrl', { url: Type.String() });
