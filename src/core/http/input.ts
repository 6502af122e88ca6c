// Prepares the input of a request for validation: drops unknown fields, fills in defaults, converts the text of queries and paths to the
// types of the schema, and writes ids in small letters.

import { isPatternOfIds } from '../uuid.ts';

/** The parts of JSON Schema that are used here. */
export type InputSchema = {
  type?: string | readonly string[];
  pattern?: string;
  properties?: Readonly<Record<string, InputSchema>>;
  items?: InputSchema;
  maxItems?: number;
  anyOf?: readonly InputSchema[];
  oneOf?: readonly InputSchema[];
  discriminator?: { propertyName: string };
  const?: unknown;
  enum?: readonly unknown[];
  default?: unknown;
};

/** The input as the route will see it if it is valid. `fromText`: convert text, for queries and paths. */
export function prepared(schema: InputSchema, input: unknown, fromText: boolean): unknown {
  const value = fromText ? readText(schema.type, input) : input;
  const inner = narrowed(schema, value);
  if (inner) return prepared(inner, value, fromText);
  if (typeof value === 'string' && isPatternOfIds(schema.pattern)) return value.toLowerCase();
  if (Array.isArray(value) && schema.items) {
    const { items, maxItems = Number.POSITIVE_INFINITY } = schema;
    // One item above the limit is enough for the refusal: the rest need not be validated.
    return value.slice(0, maxItems + 1).map((item) => prepared(items, item, fromText));
  }
  if (!isRecord(value) || !schema.properties) return value;
  const { properties } = schema;
  const kept = Object.entries(value).flatMap(([name, given]): [string, unknown][] => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return property && given !== undefined ? [[name, prepared(property, given, fromText)]] : [];
  });
  const result: Record<string, unknown> = Object.fromEntries(kept);
  for (const [name, property] of Object.entries(properties))
    if (property.default !== undefined && !Object.hasOwn(result, name)) result[name] = structuredClone(property.default);
  return result;
}

/** The applicable schema of a nullable one or of a discriminated union. */
function narrowed(schema: InputSchema, value: unknown): InputSchema | undefined {
  if (schema.discriminator) return variantOf(schema, value);
  const others = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return value !== null && others.length === 1 ? others[0] : undefined;
}

/** The variant that the discriminator of the value selects; undefined when it is missing or unknown. */
export function variantOf({ discriminator, oneOf = [] }: InputSchema, value: unknown): InputSchema | undefined {
  if (!discriminator || !isRecord(value)) return undefined;
  const tag = value[discriminator.propertyName];
  if (typeof tag !== 'string') return undefined;
  return oneOf.find(({ properties }) => {
    const chosen = properties?.[discriminator.propertyName];
    return chosen?.const === tag || chosen?.enum?.includes(tag);
  });
}

/** Digits as people write them: no exponent, no hexadecimal, no blanks. */
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** Converts text to `type`; a single value becomes a list of one, and the reverse. What cannot be converted is left for validation to refuse. */
function readText(type: InputSchema['type'], input: unknown): unknown {
  if (type === 'array') return Array.isArray(input) || input === undefined ? input : [input];
  const text = Array.isArray(input) && input.length === 1 ? input[0] : input;
  if (typeof text !== 'string') return text;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (type !== 'number' && type !== 'integer') return text;
  const number = DECIMAL.test(text) ? Number(text) : Number.NaN;
  return (type === 'integer' ? Number.isInteger(number) : Number.isFinite(number)) ? number : text;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
