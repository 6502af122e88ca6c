// Scopes, bodies and answers of the home news. The content is a list of typed blocks, so that all of it is validated.

import { type Static, Type } from 'typebox';
import { LineOf, Model, Nullable, Timestamp, Uuid, Variants, Words } from '../../../core/http/schemas.ts';

/** Values of `appScope` (catalogue.md#home-news). */
export const APP_SCOPES = ['investors', 'pdp'] as const;
export type AppScope = (typeof APP_SCOPES)[number];

/** Every change of a scope's news invalidates its cache entry (catalogue.md#home-news). */
export const CACHE_KEYS: Readonly<Record<AppScope, string>> = { investors: 'home-news:investors', pdp: 'home-news:pdp' };

export const HomeNewsQuery = Type.Object({ appScope: Words(APP_SCOPES, { title: 'AppScope' }) });

export const HomeNewsParams = Type.Object({ id: Uuid });

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' });
// Only http(s): a link with a `javascript:` address would run a script.
const Url = Type.String({ format: 'uri', pattern: '^https?://', maxLength: 2_000 });

const Block = Variants('HomeNewsBlock', 'type', [
  Type.Object({ type: Type.Literal('heading'), text: LineOf(200) }),
  Type.Object({ type: Type.Literal('text'), text: text(5_000) }),
  Type.Object({ type: Type.Literal('image'), url: Url, alternativeText: LineOf(300) }),
  Type.Object({ type: Type.Literal('link'), url: Url, text: LineOf(200) }),
]);

/** The content document. `version` says how to read `blocks`. */
export const HomeNewsContent = Model('HomeNewsContent', {
  version: Type.Literal(1),
  blocks: Type.Array(Block, { minItems: 1, maxItems: 50 }),
});
export type HomeNewsContent = Static<typeof HomeNewsContent>;

export const HomeNews = Model('HomeNews', {
  id: Uuid,
  appScope: Words(APP_SCOPES, { title: 'AppScope' }),
  isActive: Type.Boolean(),
  content: HomeNewsContent,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type HomeNews = Static<typeof HomeNews>;

export const HomeNewsList = Type.Array(HomeNews);

/** Null while the scope has no active news. */
export const ActiveHomeNews = Nullable(HomeNews);
