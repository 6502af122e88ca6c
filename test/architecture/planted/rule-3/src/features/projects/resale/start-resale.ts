import { AppError, hasCode, NOT_FOUND } from '../../../core/errors.ts';
import { RESALE_OVER } from './errors.ts';
const RESALE_LATE = 'resale-late'; // planted
type Code = 'resale-over'; // planted
export function startResale(kind: string): Code {
  if (kind === 'a') throw new AppError(RESALE_OVER);
  if (kind === 'b') throw new AppError('resale-again'); // planted
  if (kind === 'c') throw new AppError(`resale-${kind}`); // planted
  if (kind === 'd') throw new AppError(RESALE_LATE);
  if (kind === 'e') throw new AppError(NOT_FOUND);
  if (hasCode(kind, 'not-found')) throw kind; // planted
  if (kind === 'f') return 'resale-over'; // planted
  // A general code is a common word; its repetition as a word is fine.
  if (kind === 'not-found') throw new Error(kind);
  return kind === 'marketplace-forbidden' ? RESALE_OVER : RESALE_OVER; // planted
}
const RESALE_EARLY = 'resale-early'; // planted
export const ownErrors = { [RESALE_EARLY]: 409, [RESALE_OVER]: 403 };
