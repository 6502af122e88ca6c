// Path and answers of the voting routes; replies that are passed on keep the platform's field names.

import { Type } from 'typebox';
import type { PropertyId } from '../../../core/db/tables.ts';
import { Model, Nullable, UuidOf } from '../../../core/http/schemas.ts';

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
