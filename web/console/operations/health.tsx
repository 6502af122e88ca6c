// How the parts of the platform stand, the last run of each scheduled job, and which version runs where.

import type { ComponentChildren } from 'preact';
import type { LastRun, PlatformHealth } from '../../../clients/typescript/src/index.ts';
import { businessNow } from '../../core/clock.ts';
import { count, dayAndTime } from '../../core/format.ts';
import { useQuery } from '../../core/query.ts';
import { Button } from '../../design/button.tsx';
import { Badge, Refusal, Skeleton, type Tone } from '../../design/feedback.tsx';
import { Instant } from '../../design/values.tsx';
import { to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { environment } from '../core/business-day.ts';
import { Link } from '../design/link.tsx';
import { Facts, Section } from '../design/page.tsx';
import { Frame } from './frame.tsx';
import { healthWords } from './health-words.ts';
import { jobWords } from './job-words.ts';
import { operationsWords } from './words.ts';

const POLL_MS = 15_000;

export function HealthTab() {
  const t = operationsWords.value;
  const { data, error, isLoading, reload } = useQuery(['health'], (signal) => mortar.readHealth({ signal }), { pollMs: POLL_MS });
  return (
    <Frame
      tab="health"
      action={
        <Button isRunning={isLoading} onClick={reload}>
          {t.checkAgain}
        </Button>
      }
    >
      {data === undefined && error === undefined && <Skeleton rows={8} height="row" />}
      {error !== undefined && (
        <>
          <h2>{t.notReady}</h2>
          <Refusal error={error} />
        </>
      )}
      {data && (
        <>
          <Parts health={data} />
          <LastRuns runs={data.lastRuns} />
          <div class="card">
            <Facts
              facts={[
                [healthWords.value.version, data.version],
                [t.environment, <code key="environment">{environment}</code>],
                [t.now, <Instant key="now" at={businessNow().toISOString()} />],
              ]}
            />
          </div>
        </>
      )}
    </Frame>
  );
}

type Part = { name: string; tone: Tone; state: string; detail: ComponentChildren };

function partsOf({ provider, openPayments, database, workers, jobs, mails, otherServices }: PlatformHealth): Part[] {
  const t = healthWords.value;
  const part = (
    name: keyof typeof t.parts,
    isGood: boolean,
    detail: ComponentChildren,
    badTone: 'bad' | 'warn' = 'bad',
  ): Part => ({
    name: t.parts[name],
    ...(isGood ? { tone: 'good', state: t.good } : { tone: badTone, state: badTone === 'bad' ? t.bad : t.late }),
    detail,
  });
  const named = (failing: readonly { operation: string }[]) => failing.map(({ operation }) => operation).join(', ');
  const waiting = (of: { count: number; oldestAt: string | null }, say: (shown: string, since: string) => string) =>
    of.oldestAt === null ? t.nothingWaits : say(count(of.count), dayAndTime(of.oldestAt));
  return [
    part(
      'provider',
      !provider.isDown,
      provider.since === null ? t.providerGood : t.providerBad(named(provider.failing), dayAndTime(provider.since)),
    ),
    { name: t.parts.payments, tone: 'neutral', state: count(openPayments.count), detail: waiting(openPayments, t.openPayments) },
    part('database', database.isWritable, database.isWritable ? t.writable : t.notWritable),
    part('workers', workers.fault === null, workers.fault === null ? t.workers(count(workers.living)) : t.faults[workers.fault]),
    { name: t.parts.jobs, tone: 'neutral', state: count(jobs.count), detail: waiting(jobs, t.waits) },
    part(
      'mails',
      mails.failedLastDay === 0,
      `${waiting(mails, t.mailsWait)} ${t.mailsFailed(count(mails.failedLastDay))}`,
      'warn',
    ),
    part(
      'others',
      otherServices.length === 0,
      otherServices.length === 0 ? t.othersGood : t.othersBad(named(otherServices)),
      'warn',
    ),
  ];
}

function Parts({ health }: { health: PlatformHealth }) {
  const t = healthWords.value;
  return (
    <div class="table-frame">
      <table class="table" aria-label={operationsWords.value.tabs.health}>
        <thead>
          <tr>
            {[t.part, t.state, t.detail].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {partsOf(health).map(({ name, tone, state, detail }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td data-title={t.state}>
                <Badge tone={tone}>{state}</Badge>
              </td>
              <td data-title={t.detail}>{detail}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function LastRuns({ runs }: { runs: readonly LastRun[] }) {
  const t = healthWords.value;
  const nameOf = (job: string) => jobWords.value.names[job] ?? job;
  return (
    <Section title={t.lastRuns}>
      <div class="table-frame">
        <table class="table" aria-label={t.lastRuns}>
          <thead>
            <tr>
              {[t.job, t.cron, t.ended, t.state].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {runs.map(({ job, cron, endedAt, isFailed }) => (
              <tr key={job}>
                <th scope="row">
                  <Link href={`${to.operations('jobs')}?queue=${job}&state=all`}>{nameOf(job)}</Link>
                </th>
                <td data-title={t.cron}>
                  <span title={cron}>{scheduleOf(cron)}</span>
                </td>
                <td data-title={t.ended}>{endedAt === null ? t.never : <Instant at={endedAt} />}</td>
                <td data-title={t.state}>
                  {endedAt !== null && <Badge tone={isFailed ? 'bad' : 'good'}>{isFailed ? t.failed : t.done}</Badge>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

/** In words what the schedules of our jobs are: each minute, hour, day or week; the expression itself where it is something else. */
function scheduleOf(cron: string): string {
  const t = healthWords.value;
  const [minute = '', hour = '', ofMonth, ofYear, weekday = ''] = cron.split(' ');
  if (ofMonth !== '*' || ofYear !== '*') return cron;
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (/^\d+ \d+ \* \* [0-6]$/.test(cron)) return t.everyWeek(Number(weekday), time);
  if (/^\d+ \d+ \* \* \*$/.test(cron)) return t.everyDay(time);
  if (/^\d+ \* \* \* \*$/.test(cron)) return t.everyHour(minute);
  if (/^\*\/\d+ \* \* \* \*$/.test(cron)) return t.everyMinutes(minute.slice(2));
  return cron === '* * * * *' ? t.everyMinute : cron;
}
