// SQL of the state of a project as the public reads it, in one word.

import { sql } from 'kysely';
import type { PublicState } from './rules.ts';

/** Over the published rows of `property`; the words are PUBLIC_STATES. A funding that ended without success has collected nothing. */
export function publicStateAt(at: Temporal.Instant) {
  return sql<PublicState>`case
    when property.funding_ended_at is not null and property.collected_cents is null then 'not-funded'
    when property.resale_completed_at is not null then 'sold'
    when property.financial_status = 'repayment-finished' and exists (
      select
      from give_up
      where give_up.property_id = property.id
        and give_up.taken_back_at is null
    ) then 'lost-in-part'
    when property.financial_status = 'repayment-finished' then 'repaid'
    when property.financial_status = 'repayment-default' then 'default'
    when property.financial_status = 'repayment-delay' then 'late'
    when property.financial_status = 'repayment-ongoing' then 'running'
    when property.funding_ended_at is not null then 'collected'
    when property.funding_start_date > ${at} then 'announced'
    else 'collecting'
  end`;
}
