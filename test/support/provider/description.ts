// The descriptions that calls are held against: our shapes, and the provider's own file where it is at hand.

import { existsSync, readFileSync } from 'node:fs';
import { PROVIDER_FILE } from '../../contract/provider-file.ts';
import { accountCalls } from './account-shapes.ts';
import type { DescribedCall, Description } from './calls.ts';
import { movementCalls } from './movement-shapes.ts';
import { onboardingCalls } from './onboarding-shapes.ts';
import { isRecord, type Shape } from './shape.ts';

export const ourShapes: Description = {
  name: 'our shapes',
  services: ['token', 'directkit', 'onboarding'],
  calls: [...accountCalls, ...movementCalls, ...onboardingCalls],
};

/** The provider's description: the file that PROVIDER_CONTRACT_DESCRIPTION names, else the one among the documents; undefined without one. */
export function providersDescription(): Description | undefined {
  const named = process.env.PROVIDER_CONTRACT_DESCRIPTION;
  if (!named && !existsSync(PROVIDER_FILE)) return undefined;
  return readOpenApi(JSON.parse(readFileSync(named || PROVIDER_FILE, 'utf8')));
}

type Reference = { $ref?: string };
type Schema = Omit<Shape, 'properties' | 'items'> &
  Reference & { format?: string; properties?: Record<string, Schema>; items?: Schema };
type Media = { content?: Record<string, { schema?: Schema }> };
type Operation = {
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[];
  requestBody?: Media;
  responses: Record<string, Media>;
};
export type OpenApi = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } };

/** DirectKit as an OpenAPI document describes it. */
export function readOpenApi({ paths, components }: OpenApi): Description {
  const resolve = shapeReader(components.schemas);
  const first = ({ content = {} }: Media): Shape | undefined => {
    const [schema] = Object.values(content).map((media) => media.schema);
    return schema && resolve(schema);
  };
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody, responses }]): DescribedCall => {
      const query = parameters.filter((parameter) => parameter.in === 'query');
      return {
        service: 'directkit',
        method: method.toUpperCase(),
        path,
        query: {
          type: 'object',
          properties: Object.fromEntries(query.map(({ name, schema }) => [name, resolve(schema)])),
          required: query.filter(({ required }) => required).map(({ name }) => name),
        },
        body: requestBody && first(requestBody),
        answer: first(responses['200'] ?? {}),
      };
    }),
  );
  return { name: 'the provider’s description', services: ['directkit'], calls };
}

const INT32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };
/** The list of account statuses lacks that of the platform's own accounts. */
const ACCOUNT_STATUSES = '2,3,5,6,7,8,10,12,13,14,15,16';
const OWN_ACCOUNT = -1;

/** Puts the parts that a schema refers to in their places; each is read once. */
function shapeReader(schemas: Record<string, Schema>): (schema: Schema) => Shape {
  const known = new Map<string, Shape>();
  const read = ({ $ref, format, properties, items, ...rest }: Schema): Shape => {
    const name = $ref?.split('/').pop();
    if (name !== undefined) {
      const shape = known.get(name) ?? read(schemas[name] ?? {});
      known.set(name, shape);
      return shape;
    }
    const isStatus = rest.enum?.join() === ACCOUNT_STATUSES;
    return {
      ...(format === 'int32' ? INT32 : {}),
      ...rest,
      ...(isStatus ? { enum: [...(rest.enum ?? []), OWN_ACCOUNT] } : {}),
      ...(isRecord(properties) ? { properties: mapValues(properties, read) } : {}),
      ...(items ? { items: read(items) } : {}),
    };
  };
  return read;
}

function mapValues(properties: Record<string, Schema>, read: (schema: Schema) => Shape): Record<string, Shape> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, read(schema)]));
}
