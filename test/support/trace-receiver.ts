// A collector of traces: takes what the service sends by OTLP over HTTP, and finds spans in it.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as it arrived. Times in nanoseconds of the epoch, as texts. */
export type ReceivedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: Record<string, unknown> }[];
  links?: { traceId: string; spanId: string }[];
  events?: unknown[];
  status: { code?: number; message?: string };
};

type Export = { resourceSpans: { resource: unknown; scopeSpans: { spans: ReceivedSpan[] }[] }[] };

export type TraceReceiver = {
  /** The value of OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  spans(): ReceivedSpan[];
  /** Everything that arrived, as text. */
  text(): string;
  /** Headers of the last export. */
  headers(): NodeJS.Dict<string | string[]>;
  close(): Promise<void>;
};

/** A new one; with `silent` it takes requests and never answers. */
export async function startTraceReceiver({ silent = false } = {}): Promise<TraceReceiver> {
  const bodies: string[] = [];
  let headers: NodeJS.Dict<string | string[]> = {};
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      headers = request.headers;
      bodies.push(Buffer.concat(parts).toString());
      if (!silent) response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Border: a server that listens on TCP has a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans: () =>
      bodies
        // Border: what the exporter of OpenTelemetry sends.
        .flatMap((body) => (JSON.parse(body) as Export).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    text: () => bodies.join('\n'),
    headers: () => headers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The value of an attribute, as text. */
export function attributeOf({ attributes }: ReceivedSpan, name: string): string | undefined {
  const found = attributes.find(({ key }) => key === name);
  return found && String(Object.values(found.value)[0]);
}
