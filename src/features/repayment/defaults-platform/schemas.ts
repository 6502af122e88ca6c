// Bodies and answers of the defaults webhook and of the votes; replies that are passed on keep the platform's field names.

import { type Static, Type } from 'typebox';
import type { EcheanceId, PropertyId } from '../../../core/db/tables.ts';
import { shapeOf } from '../../../core/http/external-json.ts';
import { Model, Nullable, UuidOf, Words } from '../../../core/http/schemas.ts';

/** Any number: amounts that are no whole cents are refused by the rules, with a code of their own (defaults.md#penalties). */
const Penalty = Model('ReportedPenalty', { total: Type.Number(), forInvestors: Type.Number(), forBricks: Type.Number() });

const DefaultedProject = Model('DefaultedProject', {
  propertyId: UuidOf<PropertyId>(),
  status: Nullable(Words(['delay', 'default'], { title: 'ReportedDefault' })),
  penalties: Type.Array(Type.Object({ echeanceId: UuidOf<EcheanceId>(), penalty: Penalty }), { maxItems: 1_000 }),
});
export type DefaultedProject = Static<typeof DefaultedProject>;

/** An item of the body that can be read; any other is skipped, and the batch goes on. */
export const ReadableProject = shapeOf(DefaultedProject);

const MAX_PROJECTS = 20_000;
/** Of the largest body: a project with a dozen penalties takes about 1.5 kB. */
export const BODY_LIMIT_BYTES = 32 * 1_048_576;

/** Each item is judged by itself ({@link ReadableProject}); the whole is refused only when it is no list, or too long. */
export const DefaultedProjects = Type.Array(
  Type.Union([DefaultedProject, Type.Unknown({ description: 'anything else is skipped, and told to the team' })]),
  { maxItems: MAX_PROJECTS },
);

export const PenaltiesApplied = Model('PenaltiesApplied', {
  penaltiesApplied: Type.Array(
    Type.Object({ propertyId: UuidOf<PropertyId>(), echeanceId: UuidOf<EcheanceId>(), penalty: Penalty }),
  ),
});
export type PenaltiesApplied = Static<typeof PenaltiesApplied>;

export const ProjectParams = Type.Object({ projectId: UuidOf<PropertyId>() });

export const HasVotes = Model('HasVotes', { has_votes: Type.Boolean() });

export const PendingVotesCount = Model('PendingVotesCount', { count: Type.Integer() });

export const LatestVote = Model('LatestVote', {
  vote: Nullable(
    Type.Object({
      id: Type.Integer(),
      title: Type.String(),
      types: Type.Array(Type.String()),
      vote_ended_at: Type.String({ description: 'ISO 8601, as the platform writes it' }),
      is_open: Type.Boolean(),
      url: Type.String(),
      is_pending_for_user: Type.Boolean(),
    }),
  ),
});

export const PlatformUrl = Model('PlatformUrl', {
  platformUrl: Type.String(),
  platformUrlWithToken: Type.String(),
  token: Type.String({ description: 'JWT, HS256, claim investorId' }),
});
