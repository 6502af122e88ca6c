// What the console says back: states, notices, refusals in words, empty places, and what stands there while something loads.

import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { useRefusal } from '../errors/sentences.ts';
import { Button, CopyButton } from './button.tsx';
import { Face } from './face.ts';
import { Icon } from './icons.tsx';
import { designWords } from './words.ts';

export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'info';

/** A state in a word. The tone is never the only sign: the word says it. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/** A sentence that stays; `isLive` reads it out when it appears. */
export function Notice({ tone = 'info', children, isLive }: { tone?: Tone; children: ComponentChildren; isLive?: boolean }) {
  return (
    <div class={`notice ${tone}`} role={isLive ? (tone === 'bad' ? 'alert' : 'status') : undefined}>
      {tone === 'bad' || tone === 'warn' ? (
        <Icon name="warning" />
      ) : tone === 'good' ? (
        <Icon name="check" />
      ) : (
        <Icon name="clock" />
      )}
      <div>{children}</div>
    </div>
  );
}

/** Why something was refused: a sentence in the operator's language, the code small beside it. Draws nothing without an error. */
export function Refusal({ error, retry }: { error: unknown; retry?: (() => void) | undefined }) {
  const refusal = useRefusal(error);
  const own = useContext(Face).inPlaceOf(error);
  if (own !== undefined) return own;
  if (refusal === undefined) return null;
  const { sentence, detail, faults, code, requestId } = refusal;
  return (
    <Notice tone="bad" isLive>
      <p>{sentence}</p>
      {detail && <Technical>{detail}</Technical>}
      {faults.length > 0 && (
        <ul class="soft small">
          {faults.map(({ path, reason }) => (
            <li key={`${path} ${reason}`}>
              <code>{path}</code> {reason}
            </li>
          ))}
        </ul>
      )}
      {code && (
        <p class="code-line">
          <code title={requestId && designWords.value.requestId(requestId)}>{code}</code>
          <CopyButton text={requestId ? `${code} ${requestId}` : code} what={designWords.value.theCode} />
        </p>
      )}
      {retry && (
        <p>
          <Button onClick={retry}>{designWords.value.retry}</Button>
        </p>
      )}
    </Notice>
  );
}

/** What the service or the provider says of one case, in English as in their logs, on demand. */
export function Technical({ children }: { children: string }) {
  return (
    <details class="technical small">
      <summary>{designWords.value.technical}</summary>
      <p class="soft" lang="en">
        {children}
      </p>
    </details>
  );
}

/** What would stand here and how it comes. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="strong">{title}</p>
      {children && <div class="soft">{children}</div>}
    </div>
  );
}

/** As tall as what will stand here, so that nothing jumps. */
export function Skeleton({
  rows = 1,
  height = 'line',
}: {
  rows?: number;
  height?: 'line' | 'chip' | 'row' | 'figure' | 'chart';
}) {
  return (
    <div class="skeletons" role="status" aria-label={designWords.value.loading}>
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} class={`skeleton ${height}`} />
      ))}
    </div>
  );
}
