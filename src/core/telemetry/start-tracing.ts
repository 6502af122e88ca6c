// Decides whether traces are recorded: only with an exporter in the settings is anything of OpenTelemetry loaded.

import type { Logger } from './log.ts';
import type { Tracing } from './trace-exporter.ts';

/** The settings of tracing. */
export type TracingConfig = {
  NODE_ENV: string;
  OTEL_EXPORTER_OTLP_ENDPOINT: string | undefined;
  OTEL_EXPORTER_OTLP_HEADERS: string | undefined;
  OTEL_SERVICE_NAME: string;
  OTEL_TRACES_SAMPLER_ARG: number;
};

/** The tracing of this process, or undefined without OTEL_EXPORTER_OTLP_ENDPOINT. */
export async function startTracing(
  config: TracingConfig,
  process: { version: string; instanceId: string; log: Logger },
): Promise<Tracing | undefined> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  const { startExporter } = await import('./trace-exporter.ts');
  return startExporter({
    endpoint,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
    service: {
      name: config.OTEL_SERVICE_NAME,
      version: process.version,
      instanceId: process.instanceId,
      environment: config.NODE_ENV,
    },
    log: process.log,
  });
}
