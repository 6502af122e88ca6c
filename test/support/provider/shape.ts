// Holds a value against a JSON Schema, in words. Fields that the schema does not name are faults, like the missing ones.
// Not a validator library: every call of the whole suite passes here, and the provider's own patterns are no Unicode ones.

/** The part of JSON Schema that the provider's description and our shapes use. */
export type Shape = {
  type?: string | undefined;
  properties?: Record<string, Shape>;
  required?: readonly string[];
  items?: Shape;
  anyOf?: readonly Shape[];
  enum?: readonly unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
};

/** `unknown`: a field that the schema does not name. */
export type Fault = { kind: 'unknown' | 'wrong'; text: string };

/** What is wrong with a value; empty when nothing is. `at` names the place in the texts. */
export function faultsIn(shape: Shape, value: unknown, at: string): Fault[] {
  if (shape.anyOf)
    return shape.anyOf.some((one) => faultsIn(one, value, at).length === 0) ? [] : [wrong(at, 'is of no known kind')];
  if (!isOfType(shape.type, value)) return [wrong(at, `is ${inWords(value)} instead of ${shape.type}`)];
  const faults = shape.enum && !shape.enum.includes(value) ? [wrong(at, `has the unlisted value ${JSON.stringify(value)}`)] : [];
  if (typeof value === 'string') return [...faults, ...textFaults(shape, value, at)];
  if (typeof value === 'number') return [...faults, ...numberFaults(shape, value, at)];
  if (Array.isArray(value)) return value.flatMap((item) => (shape.items ? faultsIn(shape.items, item, `${at}[]`) : []));
  if (isRecord(value) && shape.properties) return fieldFaults(shape, value, at);
  return faults;
}

const wrong = (at: string, what: string): Fault => ({ kind: 'wrong', text: `${at} ${what}` });

function textFaults({ minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern }: Shape, value: string, at: string): Fault[] {
  if (value.length < minLength || value.length > maxLength)
    return [wrong(at, `has ${value.length} characters, and ${minLength} to ${maxLength} are allowed`)];
  return pattern !== undefined && !compiled(pattern).test(value) ? [wrong(at, 'has not the form that is asked')] : [];
}

function numberFaults(
  { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: Shape,
  value: number,
  at: string,
) {
  return value < minimum || value > maximum ? [wrong(at, `is ${value}, and ${minimum} to ${maximum} is allowed`)] : [];
}

function fieldFaults({ properties = {}, required = [] }: Shape, value: Record<string, unknown>, at: string): Fault[] {
  const missing = required.filter((name) => value[name] === undefined).map((name) => wrong(`${at}.${name}`, 'is missing'));
  const given = Object.entries(value).filter(([, field]) => field !== undefined);
  const faults = given.flatMap(([name, field]): Fault[] => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return known ? faultsIn(known, field, `${at}.${name}`) : [{ kind: 'unknown', text: `${at}.${name} is not known` }];
  });
  return [...missing, ...faults];
}

const patterns = new Map<string, RegExp>();

function compiled(pattern: string): RegExp {
  const known = patterns.get(pattern) ?? new RegExp(pattern);
  patterns.set(pattern, known);
  return known;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOfType(type: string | undefined, value: unknown): boolean {
  switch (type) {
    case undefined:
      return true;
    case 'object':
      return isRecord(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isSafeInteger(value);
    default:
      return typeof value === type;
  }
}

const inWords = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
