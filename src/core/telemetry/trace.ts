// Spans of requests, transactions, jobs and calls. Nothing is recorded, and no OpenTelemetry module loaded, unless an exporter is
// configured (trace-exporter.ts); without one each function here costs a comparison.

/** What a span shows, by names of OpenTelemetry's conventions or of ours (`mortar.*`); never names, amounts or anything secret. */
export type SpanValues = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * A span to be recorded. `name` is one of few (a verb, a job, an operation), never an id; as a function it is called only when the span
 * is recorded. `cause`: the `traceparent` of what led to it, possibly in another process, whose trace it continues; null begins a trace.
 * Without it the span belongs to the current one, and is not recorded where there is none. `links`: other traces that it has to do with.
 */
export type NewSpan = {
  name: string | (() => string);
  kind?: 'internal' | 'client' | 'consumer';
  values?: SpanValues;
  cause?: string | null;
  links?: readonly (string | null | undefined)[];
};

/** A span under way. */
export type Span = { add(values: SpanValues): void };

/** Records spans; there is at most one in a process. A `traceparent` is that of W3C Trace Context. */
export type Recorder = {
  inSpan<T>(span: NewSpan, work: (span: Span) => Promise<T>): Promise<T>;
  linkTo(traceparent: string): void;
  /** Of the current span. */
  traceparent(): string | undefined;
  /** Ids of the current span, for log lines. */
  ids(): { trace_id: string; span_id: string } | undefined;
};

const NOT_RECORDED: Span = { add: () => {} };

let recorder: Recorder | undefined;

/** From now on spans are recorded; the result ends that. */
export function recordWith(next: Recorder): () => void {
  recorder = next;
  return () => {
    if (recorder === next) recorder = undefined;
  };
}

/** Whether spans are recorded at all. */
export function isTracing(): boolean {
  return recorder !== undefined;
}

/** Runs `work` in a span, which ends with it. An error is noted by its code or class, without its message. */
export function inSpan<T>(span: NewSpan, work: (span: Span) => Promise<T>): Promise<T> {
  return recorder ? recorder.inSpan(span, work) : work(NOT_RECORDED);
}

/** The current span as a `traceparent`, to be stored with what it leads to; undefined when traces are not recorded. */
export function traceparent(): string | undefined {
  return recorder?.traceparent();
}

/** Links the current span to what this `traceparent` names, of another trace. */
export function linkTo(other: string | null): void {
  if (other !== null) recorder?.linkTo(other);
}

/** Fields of a log line: the current span, if any. A new object, as the log adds to it. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  return recorder?.ids() ?? {};
}

const FRAME = /^ +at (?:async )?(?:(?:[\w$]+\.)*([\w$]+) \()?\S*\/(src\/(?!core\/)[\w/-]+)\.ts:\d/gm;
const FRAMES = 16;

/**
 * The use case that has called `below`, as `cancel-purchase`: the outermost function on the stack of the first file outside core/. Without a
 * function, the name of the file.
 */
export function callerOf(below: (...given: never[]) => unknown): string | undefined {
  const { stackTraceLimit } = Error;
  const held: { stack?: string } = {};
  Error.stackTraceLimit = FRAMES;
  Error.captureStackTrace(held, below);
  Error.stackTraceLimit = stackTraceLimit;
  const frames = [...(held.stack ?? '').matchAll(FRAME)].map(([, verb, file = '']) => ({ verb, file }));
  const own = frames.filter(({ file }) => file === frames[0]?.file);
  const verb = own.findLast((frame) => frame.verb !== undefined)?.verb;
  return verb?.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `-${letter}`).toLowerCase() ?? own[0]?.file.split('/').at(-1);
}
