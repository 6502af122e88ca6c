// Reads fields of unvalidated bodies and queries. The caller supplies the error for an invalid field.

export type Fields = Record<string, unknown>;
export type Refuse = (field: string, expected: string) => Error;

/** The fields of an object; none for any other value. */
export function record(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

type Lengths = { min?: number; max?: number };

/** Reads fields by name; null counts as absent. For an absent field `optional…` returns undefined, the others throw. */
export function reader(fields: Fields, refuse: Refuse) {
  const optionalText = (name: string, { min = 0, max = 1000 }: Lengths = {}): string | undefined => {
    const value = fields[name] ?? undefined;
    if (value === undefined) return undefined;
    if (typeof value !== 'string' || value.length < min || value.length > max)
      throw refuse(name, `text of ${min} to ${max} characters`);
    return value;
  };
  const optionalInteger = (name: string): number | undefined => {
    const value = fields[name] ?? undefined;
    if (value === undefined) return undefined;
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw refuse(name, 'an integer');
    return value;
  };
  const optionalNumber = (name: string): number | undefined => {
    const value = fields[name] ?? undefined;
    if (value === undefined) return undefined;
    if (typeof value !== 'number' || !Number.isFinite(value)) throw refuse(name, 'a number');
    return value;
  };
  const optionalFlag = (name: string): boolean | undefined => {
    const value = fields[name] ?? undefined;
    if (value === undefined) return undefined;
    if (typeof value !== 'boolean') throw refuse(name, 'true or false');
    return value;
  };
  const demand = <T>(name: string, value: T | undefined): T => {
    if (value === undefined) throw refuse(name, 'a value');
    return value;
  };
  return {
    optionalText,
    optionalInteger,
    optionalNumber,
    optionalFlag,
    text: (name: string, lengths: Lengths = {}) => demand(name, optionalText(name, { min: 1, ...lengths })),
    integer: (name: string) => demand(name, optionalInteger(name)),
    flag: (name: string) => demand(name, optionalFlag(name)),
    optionalFields: (name: string): Fields | undefined => {
      const value = fields[name] ?? undefined;
      if (value === undefined) return undefined;
      if (typeof value !== 'object' || Array.isArray(value)) throw refuse(name, 'an object');
      return record(value);
    },
  };
}
