// The files under deploy/ as the tests read them: parsed, and their placeholders filled in.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { kindOf, type Setting } from '../../src/config/schema.ts';
import { settings } from '../../src/config/settings.ts';

const PROJECT = join(import.meta.dirname, '..', '..');

/** A service of compose.yaml, of what the tests look at. */
export type ComposeService = {
  image: string;
  user?: string;
  command?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  env_file?: string[];
  environment?: Record<string, string>;
  healthcheck?: { test?: string[]; disable?: boolean };
  stop_grace_period?: string;
  volumes?: string[];
  deploy?: { replicas?: number; resources?: { limits?: { cpus?: string; memory?: string } } };
  depends_on?: Record<string, { condition: string }>;
};

type Container = {
  image: string;
  args: string[];
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  securityContext: Record<string, unknown>;
  ports?: { name: string; containerPort: number }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
};
type Probe = { httpGet: { path: string; port: string } };
type PodSpec = { terminationGracePeriodSeconds: number; securityContext: Record<string, unknown>; containers: Container[] };

/** A manifest, of what the tests look at. */
export type Manifest = {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec?: { template?: { spec: PodSpec } };
};

export function read(file: string): string {
  return readFileSync(join(PROJECT, file), 'utf8');
}

// Border: our own files, whose shape the tests check.
export const compose = parse(read('deploy/compose.yaml'), { merge: true }) as { services: Record<string, ComposeService> };

/** All documents of the manifests that kustomization.yaml lists, and the example of the secrets. */
export function manifests(): Manifest[] {
  const { resources } = parse(read('deploy/kubernetes/kustomization.yaml')) as { resources: string[] };
  return [...resources, 'secret.example.yaml'].flatMap((file) =>
    parseAllDocuments(read(`deploy/kubernetes/${file}`)).map((document) => document.toJS() as Manifest),
  );
}

/** Names in the order of the file; an example gives none a value. */
export function namesOf(environmentFile: string): string[] {
  return [...read(environmentFile).matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value]) => {
    if (value !== '') throw new Error(`${environmentFile} gives ${name} a value`);
    return name;
  });
}

/** A value that the setting takes, for a name without one. */
export function someValue(name: string): string {
  const setting = (settings as Record<string, Setting>)[name];
  if (setting && kindOf(setting) === 'URL')
    return name === 'SMTP_URL' ? 'smtps://user:word@mail.example' : `https://${name.toLowerCase().replaceAll('_', '-')}.example`;
  return `some-value-of-the-test-0123456789-${name.toLowerCase()}`;
}

/** The environment of a container of ours: its file, then compose.yaml's own, with `${NAME:?}` taken from `substitutes`. */
export function environmentOf(service: ComposeService, substitutes: Readonly<Record<string, string>>): Record<string, string> {
  const fromFile = (service.env_file ?? [])
    .flatMap((file) => namesOf(`deploy/${file}.example`))
    .map((name) => [name, someValue(name)]);
  const own = Object.entries(service.environment ?? {}).map(([name, value]) => [
    name,
    value.replace(/\$\{(\w+):\?\}/g, (_, wanted: string) => substitutes[wanted] ?? someValue(wanted)),
  ]);
  return { ...imageEnvironment(), ...Object.fromEntries([...fromFile, ...own]) };
}

/** What the image says itself. */
function imageEnvironment(): Record<string, string> {
  const [, line = ''] = /^ENV (.*)$/m.exec(read('deploy/Containerfile')) ?? [];
  return Object.fromEntries(line.split(' ').map((pair) => pair.split('=')));
}
