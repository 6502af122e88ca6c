// Records spans with OpenTelemetry and sends them by OTLP. Imported only when OTEL_EXPORTER_OTLP_ENDPOINT is set: see startTracing.

import { FastifyOtelInstrumentation } from '@fastify/otel';
import {
  type Attributes,
  type Context,
  context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { parseKeyPairsIntoRecord, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { passed } from '../stop.ts';
import type { Logger } from './log.ts';
import { describeError } from './redact.ts';
import { type NewSpan, type Recorder, recordWith, type Span, type SpanValues } from './trace.ts';

/** Where spans go, and what they say of this process. `headers` as OTEL_EXPORTER_OTLP_HEADERS has them. */
export type ExporterOptions = {
  endpoint: string;
  headers: string | undefined;
  ratio: number;
  service: { name: string; version: string; instanceId: string; environment: string };
  log: Logger;
};

/** The tracing of a process. `instrument` is called before any hook or route is added. */
export type Tracing = { instrument(app: FastifyInstance): Promise<void>; close(): Promise<void> };

/** Spans that wait to be sent; beyond that new ones are dropped, so that an exporter that is down costs bounded memory. */
const QUEUE = { maxQueueSize: 2_048, maxExportBatchSize: 512, scheduledDelayMillis: 1_000, exportTimeoutMillis: 10_000 };
const SEND_MS = 5_000;
/** What was not sent so long after the end of the work is lost. */
const FLUSH_MS = 2_000;

/** Begins to record. */
export function startExporter({ endpoint, headers, ratio, service, log }: ExporterOptions): Tracing {
  context.setGlobalContextManager(contextManager);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: parseKeyPairsIntoRecord(headers),
    timeoutMillis: SEND_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service.name,
      'service.version': service.version,
      'service.instance.id': service.instanceId,
      'deployment.environment.name': service.environment,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: withoutDetails(exporter, log), ...QUEUE })],
  });
  const undici = new UndiciInstrumentation({ requireParentforSpans: true });
  undici.setTracerProvider(provider);
  const stopRecording = recordWith(createRecorder(provider.getTracer('mortar', service.version)));
  return {
    instrument: (app) => instrumentServer(app, provider),
    close: async () => {
      stopRecording();
      undici.disable();
      await Promise.race([provider.shutdown().catch(() => {}), passed(AbortSignal.timeout(FLUSH_MS))]);
    },
  };
}

/** Global, as instrumentations look for it there; it outlives an exporter, since without spans it does nothing. */
const contextManager = new AsyncLocalStorageContextManager();

const KINDS = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

function createRecorder(tracer: Tracer): Recorder {
  const currentSpan = () => trace.getSpanContext(context.active());
  return {
    inSpan: async (asked, work) => {
      const parent = parentOf(asked);
      const above = trace.getSpanContext(parent);
      if (above === undefined ? asked.cause === undefined : !isSampled(above))
        return context.with(parent, () => work({ add: () => {} }));
      const links = (asked.links ?? []).flatMap((link) => linkFrom(link, above));
      const name = typeof asked.name === 'string' ? asked.name : asked.name();
      const span = tracer.startSpan(
        name,
        { kind: KINDS[asked.kind ?? 'internal'], attributes: { ...asked.values }, links },
        parent,
      );
      const handle: Span = { add: (values: SpanValues) => span.setAttributes({ ...values }) };
      try {
        return await context.with(trace.setSpan(parent, span), () => work(handle));
      } catch (error) {
        const { code, type } = describeError(error);
        span.setAttribute('error.type', String(code ?? type));
        // A refusal is an answer, and no failure.
        if (!(error instanceof AppError)) span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    linkTo: (other) => {
      for (const link of linkFrom(other, currentSpan())) trace.getSpan(context.active())?.addLink(link);
    },
    traceparent: () => {
      const carrier: Carrier = {};
      propagator.inject(context.active(), carrier, defaultTextMapSetter);
      return carrier.traceparent;
    },
    ids: () => {
      const span = currentSpan();
      return span && { trace_id: span.traceId, span_id: span.spanId };
    },
  };
}

function isSampled({ traceFlags }: SpanContext): boolean {
  return (traceFlags & TraceFlags.SAMPLED) !== 0;
}

type Carrier = { traceparent?: string };

const propagator = new W3CTraceContextPropagator();

/** The context that a `traceparent` names; none where it cannot be read. */
function remoteContext(traceparent: string | null | undefined): Context {
  return traceparent ? propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter) : ROOT_CONTEXT;
}

function parentOf({ cause }: NewSpan): Context {
  return cause === undefined ? context.active() : remoteContext(cause);
}

/** No link to what was not recorded, or belongs to the same trace anyway. */
function linkFrom(other: string | null | undefined, own: SpanContext | undefined): { context: SpanContext }[] {
  const linked = trace.getSpanContext(remoteContext(other));
  return linked && isSampled(linked) && linked.traceId !== own?.traceId ? [{ context: linked }] : [];
}

/** One span for each request, named after its route. A `traceparent` from outside is not continued: strangers would decide what is kept. */
async function instrumentServer(app: FastifyInstance, provider: TracerProvider): Promise<void> {
  const instrumentation = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    instrumentHandler: false,
    recordExceptions: false,
    requestHook: (span, { id, method, routeOptions: { url = 'none' } }) => {
      span.updateName(`${method} ${url}`);
      span.setAttribute('mortar.request.id', id);
    },
  });
  instrumentation.setTracerProvider(provider);
  await app.register(instrumentation.plugin());
  app.addHook('onSend', async (request) => {
    if (request.refusal) request.opentelemetry().span?.setAttribute('error.type', request.refusal.code);
  });
}

/** Attributes that leave the process, beside ours. All others may hold what an address, a body or a header says. */
const SHOWN: readonly string[] = [
  ...['http.request.method', 'http.route', 'http.response.status_code', 'server.address', 'server.port'],
  ...['network.protocol.version', 'error.type', 'db.system.name', 'code.file.path'],
];
const OURS = 'mortar.';

/** Lets nothing out but names, states and ids: no path, no query, no message of an error. Says once when sending fails, and when it works. */
function withoutDetails(exporter: SpanExporter, log: Logger): SpanExporter {
  let isSending = true;
  return {
    export: (spans, done) =>
      exporter.export(spans.map(withShownAlone), (result) => {
        const isSent = result.code === 0;
        if (isSent !== isSending) {
          if (isSent) log.info('traces are sent again');
          else log.warn({ err: result.error }, 'traces cannot be sent');
        }
        isSending = isSent;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

function withShownAlone(span: ReadableSpan): ReadableSpan {
  const attributes: Attributes = Object.fromEntries(
    Object.entries(span.attributes).filter(([name]) => name.startsWith(OURS) || SHOWN.includes(name)),
  );
  return {
    ...spanFields(span),
    attributes,
    events: [],
    links: span.links.map(({ context: linked }) => ({ context: linked })),
    status: { code: statusOf(span) },
  };
}

/** A request that was refused is not a failure of the server. */
function statusOf({ kind, attributes, status }: ReadableSpan): SpanStatusCode {
  if (kind !== SpanKind.SERVER) return status.code;
  return Number(attributes['http.response.status_code']) >= 500 ? SpanStatusCode.ERROR : SpanStatusCode.UNSET;
}

/** The fields themselves, as a span has some of them as accessors. */
function spanFields(span: ReadableSpan) {
  const { name, kind, startTime, endTime, duration, ended, resource, instrumentationScope } = span;
  const { droppedAttributesCount, droppedEventsCount, droppedLinksCount, parentSpanContext } = span;
  return {
    name,
    kind,
    startTime,
    endTime,
    duration,
    ended,
    resource,
    instrumentationScope,
    droppedAttributesCount,
    droppedEventsCount,
    droppedLinksCount,
    ...(parentSpanContext === undefined ? {} : { parentSpanContext }),
    spanContext: () => span.spanContext(),
  };
}
