// Whether the service can work, as it says itself.

import { businessNow } from '../../core/clock.ts';
import { useQuery } from '../../core/query.ts';
import { Button } from '../../design/button.tsx';
import { Notice, Refusal, Skeleton } from '../../design/feedback.tsx';
import { Instant } from '../../design/values.tsx';
import { mortar } from '../core/api.ts';
import { environment } from '../core/business-day.ts';
import { Facts } from '../design/page.tsx';
import { Frame } from './frame.tsx';
import { operationsWords } from './words.ts';

const POLL_MS = 15_000;

export function HealthTab() {
  const t = operationsWords.value;
  const { data, error, isLoading, reload } = useQuery(['readiness'], (signal) => mortar.checkReadiness({ signal }), {
    pollMs: POLL_MS,
  });
  return (
    <Frame
      tab="health"
      action={
        <Button isRunning={isLoading} onClick={reload}>
          {t.checkAgain}
        </Button>
      }
    >
      {data === undefined && error === undefined && <Skeleton height="row" />}
      {error ? (
        <>
          <h2>{t.notReady}</h2>
          <Refusal error={error} />
        </>
      ) : (
        data && (
          <Notice tone="good">
            <p>{t.ready}</p>
          </Notice>
        )
      )}
      <div class="card">
        <Facts
          facts={[
            [t.environment, <code key="environment">{environment}</code>],
            [t.now, <Instant key="now" at={businessNow().toISOString()} />],
          ]}
        />
      </div>
    </Frame>
  );
}
