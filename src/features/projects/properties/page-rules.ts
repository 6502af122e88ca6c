// What the page of a property must keep to, whoever writes it. Pure.

import { isDeepStrictEqual } from 'node:util';
import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import { MIN_IMAGES } from './rules.ts';
import type { PropertyEdit } from './schemas.ts';

const TOO_FEW = { path: 'body/imageGallery', reason: `of a published property has at least ${MIN_IMAGES} images` };

type Page = Pick<PropertyEdit, 'imageGallery' | 'advantages'>;

/**
 * No image and no id of an advantage twice, and a published property keeps the images without which it could not be published.
 * `stored` is left out for a new property; what it holds already passes (A-properties-52). Error: `validation-failed` with the path of each.
 */
export function assertPage({ imageGallery, advantages = [] }: Page, stored?: { status: string; presentation: unknown }): void {
  const kept = Object(stored?.presentation).imageGallery ?? [];
  const images = imageGallery === undefined || isDeepStrictEqual(imageGallery, kept) ? undefined : imageGallery;
  const faults = [
    ...repeated(images ?? []).map((at) => ({ path: `body/imageGallery/${at}`, reason: 'is in the gallery already' })),
    ...(images && stored?.status === 'PUBLISHED' && images.length < MIN_IMAGES ? [TOO_FEW] : []),
    ...repeated(advantages.map(({ id }) => id)).map((at) => ({
      path: `body/advantages/${at}/id`,
      reason: 'is that of another advantage',
    })),
  ];
  if (faults.length > 0) throw new AppError(VALIDATION_FAILED, { faults });
}

/** Positions of values that stood before; undefined never repeats. */
function repeated(values: readonly (string | undefined)[]): number[] {
  return values.flatMap((value, index) => (value !== undefined && values.indexOf(value) < index ? [index] : []));
}
