// Background jobs: what failed and why, what waits, and the retry of one that failed.

import type { BackgroundJobDetail, BackgroundJobView, JobState } from '../../../clients/typescript/src/index.ts';
import { addressWith, useParam } from '../../core/address.ts';
import { exactly } from '../../core/format.ts';
import { useList, useQuery } from '../../core/query.ts';
import { ButtonLink, Id } from '../../design/button.tsx';
import { Badge, Notice, type Tone } from '../../design/feedback.tsx';
import { Instant } from '../../design/values.tsx';
import { to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { Filters } from '../design/filters.tsx';
import { Facts, Section } from '../design/page.tsx';
import { type Column, FilterChips, Table } from '../design/table.tsx';
import { ConfirmedAction } from './confirm.tsx';
import { Frame, Json, Record } from './frame.tsx';
import { jobWords } from './job-words.ts';
import { operationsWords } from './words.ts';

const STATES: readonly JobState[] = ['failed', 'retry', 'active', 'created', 'completed', 'cancelled'];
const TONES: Readonly<{ [S in JobState]: Tone }> = {
  failed: 'bad',
  retry: 'warn',
  active: 'info',
  created: 'neutral',
  completed: 'good',
  cancelled: 'neutral',
};

export function JobsTab() {
  const [id] = useParam('id');
  return id === '' ? <Jobs /> : <JobRecord key={id} id={id} />;
}

/** What failed, unless the address asks for other ones. */
function Jobs() {
  const t = jobWords.value;
  const [asked] = useParam('state');
  const [queue] = useParam('queue');
  const state: JobState | undefined = asked === 'all' ? undefined : (STATES.find((one) => one === asked) ?? 'failed');
  const list = useList(['jobs', state, queue], (page, signal) =>
    mortar.listJobs({ query: { ...page, ...(state && { state }), ...(queue && { queue }) }, signal }),
  );
  // Of what is listed: a kind that fails alone is retried by its own page.
  const kinds = kindsToRetry(list.data, queue);
  return (
    <Frame tab="jobs">
      <Filters>
        <FilterChips
          name="state"
          label={operationsWords.value.byState}
          all={{ label: t.states.failed }}
          choices={[
            ...STATES.filter((value) => value !== 'failed').map((value) => ({ value, label: t.states[value] })),
            { value: 'all', label: operationsWords.value.allFeminine },
          ]}
        />
        {queue !== '' && (
          <ButtonLink look="quiet" icon="close" href={addressWith({ queue: '' })}>
            {t.only(nameOf(queue))}
          </ButtonLink>
        )}
      </Filters>
      {state === 'failed' && kinds.length > 0 && (
        <div class="actions">
          {kinds.map((kind) => (
            <ConfirmedAction
              key={kind}
              name={`retry all ${kind}`}
              label={t.retryAll(nameOf(kind))}
              consequence={t.retryAllConsequence}
              run={() => mortar.retryAllJobs({ body: { queue: kind } })}
              made={({ retried, left }) => ({ tone: left > 0 ? 'warn' : 'good', sentence: t.retriedAll(retried, left) })}
              onClosed={list.reload}
            />
          ))}
        </div>
      )}
      <Table
        label={operationsWords.value.tabs.jobs}
        columns={columns()}
        list={list}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => addressWith({ id })}
        apartOf={({ createdAt }) => [exactly(createdAt)]}
        empty={state === 'failed' ? { title: t.noneFailed, text: t.noneFailedText } : { title: t.none, text: t.noneText }}
        csv="taches"
      />
    </Frame>
  );
}

/** Kinds with several failed jobs in the list, or the one that the list is of. */
function kindsToRetry(jobs: readonly BackgroundJobView[] | undefined, queue: string): string[] {
  const failed = (jobs ?? []).map(({ queue: kind }) => kind);
  const several = [...new Set(failed)].filter((kind) => failed.indexOf(kind) !== failed.lastIndexOf(kind));
  return queue !== '' && failed.length > 0 ? [queue] : several;
}

function columns(): Column<BackgroundJobView>[] {
  const t = jobWords.value;
  const { what, state: stateTitle, reason, createdAt: created } = operationsWords.value;
  return [
    {
      id: 'queue',
      title: what,
      cell: ({ queue, deadLetterOf }) => nameOf(deadLetterOf?.queue ?? queue),
      text: ({ queue }) => queue,
    },
    {
      id: 'state',
      title: stateTitle,
      cell: ({ state }) => <JobBadge state={state} />,
      text: ({ state }) => t.states[state],
    },
    {
      id: 'reason',
      title: reason,
      cell: ({ lastError }) => lastError && <span class="clipped">{lastError.message}</span>,
      text: ({ lastError }) => lastError?.message ?? null,
    },
    {
      id: 'attempts',
      title: t.attempts,
      align: 'end',
      cell: ({ attempts, mostAttempts }) => t.attemptsOf(attempts, mostAttempts),
      text: ({ attempts }) => attempts,
    },
    {
      id: 'created',
      title: created,
      align: 'end',
      cell: ({ createdAt }) => <Instant at={createdAt} isRelative />,
      text: ({ createdAt }) => createdAt,
    },
  ];
}

function JobRecord({ id }: { id: string }) {
  const t = jobWords.value;
  const query = useQuery(['job', id], (signal) => mortar.readJob({ path: { jobId: id }, signal }));
  return (
    <Record
      tab="jobs"
      name={t.job}
      query={query}
      title={({ queue, deadLetterOf }) => nameOf(deadLetterOf?.queue ?? queue)}
      state={({ state, createdAt }) => (
        <>
          <JobBadge state={state} /> {t.created} <Instant at={createdAt} isRelative />
        </>
      )}
      action={(job) =>
        (job.state === 'failed' || job.deadLetterOf !== null) && (
          <ConfirmedAction
            name={`retry ${id}`}
            label={t.retry}
            consequence={t.retryConsequence}
            run={() => mortar.retryJob({ path: { jobId: id } })}
            made={() => ({ tone: 'good', sentence: t.retried })}
            onClosed={query.reload}
          />
        )
      }
    >
      {(job) => <Job job={job} />}
    </Record>
  );
}

function Job({ job }: { job: BackgroundJobDetail }) {
  const t = jobWords.value;
  const { id, technicalName } = operationsWords.value;
  const { lastError, about, deadLetterOf, report } = job;
  const instant = (at: string | null) => (at === null ? '–' : <Instant at={at} isRelative />);
  return (
    <>
      {lastError && (
        <Notice tone={job.state === 'failed' ? 'bad' : 'warn'}>
          <p class="strong">{lastError.message}</p>
          {lastError.causes.map((cause) => (
            <p key={cause} class="soft small">
              {cause}
            </p>
          ))}
          {lastError.code && (
            <p>
              <code>{lastError.code}</code>
            </p>
          )}
        </Notice>
      )}
      {deadLetterOf && (
        <Notice>
          <p>{t.letter}</p>
          <p>
            <a href={`${to.operations('jobs')}?id=${deadLetterOf.jobId}`}>{t.letterJob}</a>
          </p>
        </Notice>
      )}
      <div class="card">
        <Facts
          facts={[
            [t.attempts, t.attemptsOf(job.attempts, job.mostAttempts)],
            [t.startedAt, instant(job.startedAt)],
            [t.nextAttemptAt, instant(job.nextAttemptAt)],
            [t.endedAt, instant(job.endedAt)],
            [
              technicalName,
              <a key="queue" href={`${to.operations('jobs')}?state=all&queue=${encodeURIComponent(job.queue)}`}>
                <code>{job.queue}</code>
              </a>,
            ],
            [id, <Id key="id" id={job.id} />],
          ]}
        />
      </div>
      {Object.keys(about).length > 0 && (
        <Section title={t.about} note={t.aboutNote}>
          <Json value={about} label={t.about} />
        </Section>
      )}
      {report !== null && (
        <Section title={t.report}>
          <Json value={report} label={t.report} />
        </Section>
      )}
    </>
  );
}

function JobBadge({ state }: { state: JobState }) {
  return <Badge tone={TONES[state]}>{jobWords.value.states[state]}</Badge>;
}

function nameOf(queue: string): string {
  return jobWords.value.names[queue] ?? queue;
}
