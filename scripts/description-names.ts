// Names in the API description as generators read them: what two things would both be called, and what has no name though it needs one.

type Node = { [key: string]: unknown };
type Description = {
  paths: Record<string, Record<string, { operationId: string }>>;
  components: { schemas: Record<string, Node> };
};

/** What generators append to the name of an operation or a schema for their own types. */
const MADE_OF_OPERATIONS = [
  '',
  'Data',
  'Body',
  'Params',
  'Query',
  'Headers',
  'Path',
  'Payload',
  'Request',
  'Response',
  'Responses',
  'Result',
  'Error',
  'Errors',
];

/** Faults, in words; empty where every name is good. */
export function faultsOfNames({ paths, components: { schemas } }: Description): string[] {
  const operations = Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
  return [...namedTwice(operations, Object.keys(schemas)), ...unnamed({ paths, schemas })];
}

function namedTwice(operations: readonly string[], schemas: readonly string[]): string[] {
  const owners = new Map<string, string>();
  const faults: string[] = [];
  const take = (name: string, owner: string) => {
    // Generators change the case of names, and drop what no identifier has.
    const key = name.replace(/[^a-z0-9]/gi, '').toLowerCase();
    const other = owners.get(key);
    if (other !== undefined && other !== owner) faults.push(`${owner} and ${other} would both be called ${name}`);
    owners.set(key, owner);
  };
  for (const schema of schemas) take(schema, `the schema ${schema}`);
  for (const operation of operations)
    for (const ending of MADE_OF_OPERATIONS) take(operation + ending, `the operation ${operation}`);
  return faults;
}

function unnamed({ paths, schemas }: { paths: object; schemas: Record<string, Node> }): string[] {
  const places = new Map<string, string[]>();
  const faults: string[] = [];
  const visit = (value: unknown, place: string, isNamed: boolean): void => {
    if (typeof value !== 'object' || value === null) return;
    const { enum: words, type, properties, description: _, ...rest } = value as Node;
    if (!isNamed && Array.isArray(words) && words.length > 1) faults.push(`${place}: an enumeration without a title`);
    if (!isNamed && type === 'object' && typeof properties === 'object') {
      const shape = JSON.stringify({ properties, ...rest });
      places.set(shape, [...(places.get(shape) ?? []), place]);
    }
    for (const [key, inner] of Object.entries(value)) if (key !== 'example') visit(inner, `${place}/${key}`, false);
  };
  visit(paths, '', false);
  for (const [name, schema] of Object.entries(schemas)) visit(schema, name, true);
  for (const same of places.values()) if (same.length > 1) faults.push(`one object without a title at ${same.join(' and ')}`);
  return faults;
}
