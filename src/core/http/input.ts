// What a request's input becomes before it is judged: what no schema names is dropped, what may be missing has its default, and the text
// of queries and paths is read as what the schema asks for.

/** A route's schema as the plain JSON Schema that it is, as far as it is used here. */
export type InputSchema = {
  type?: string | readonly string[];
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

/** The input as the route will see it, if it is valid. `fromText`: queries and paths, where everything came as text. */
export function tidied(schema: InputSchema, input: unknown, fromText: boolean): unknown {
  const value = fromText ? readText(schema.type, input) : input;
  const inner = narrowed(schema, value);
  if (inner) return tidied(inner, value, fromText);
  if (Array.isArray(value) && schema.items) {
    const { items, maxItems = Number.POSITIVE_INFINITY } = schema;
    // One more than may be is refused like a hundred thousand, and costs less to look at.
    return value.slice(0, maxItems + 1).map((item) => tidied(items, item, fromText));
  }
  if (!isRecord(value) || !schema.properties) return value;
  const { properties } = schema;
  const kept = Object.entries(value).flatMap(([name, given]): [string, unknown][] => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return property && given !== undefined ? [[name, tidied(property, given, fromText)]] : [];
  });
  const result: Record<string, unknown> = Object.fromEntries(kept);
  for (const [name, property] of Object.entries(properties))
    if (property.default !== undefined && !Object.hasOwn(result, name)) result[name] = structuredClone(property.default);
  return result;
}

/** The schema behind one that says "this or null", or "the variant that this field names". */
function narrowed(schema: InputSchema, value: unknown): InputSchema | undefined {
  if (schema.discriminator) return variantOf(schema, value);
  const others = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return value !== null && others.length === 1 ? others[0] : undefined;
}

/** The variant that the value's own field chooses; undefined for a field that is missing or names none. */
export function variantOf({ discriminator, oneOf = [] }: InputSchema, value: unknown): InputSchema | undefined {
  if (!discriminator || !isRecord(value)) return undefined;
  const tag = value[discriminator.propertyName];
  if (typeof tag !== 'string') return undefined;
  return oneOf.find(({ properties }) => {
    const chosen = properties?.[discriminator.propertyName];
    return chosen?.const === tag || chosen?.enum?.includes(tag);
  });
}

/** One text where several could come is a list of one, and the reverse. What cannot be read stays as it is, to be refused. */
function readText(type: InputSchema['type'], input: unknown): unknown {
  if (type === 'array') return Array.isArray(input) || input === undefined ? input : [input];
  const text = Array.isArray(input) && input.length === 1 ? input[0] : input;
  if (typeof text !== 'string') return text;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (type !== 'number' && type !== 'integer') return text;
  const number = text === '' ? Number.NaN : Number(text);
  return (type === 'integer' ? Number.isInteger(number) : Number.isFinite(number)) ? number : text;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
