// Compares the columns that the server describes for raw SQL with the types that the source declares for them.

import ts from 'typescript';
import type { Column } from './described-columns.ts';

/** What `sql<Declared>` says: a row by its columns, one value, or nothing. */
export type Declared = { row: ReadonlyMap<string, Said> } | { value: Said } | undefined;

/** Types of a value, those of a union one by one; `inSome`: other members of a union of rows go without it. */
type Said = { types: readonly ts.Type[]; words: string; inSome: boolean };

/** The type argument of a template, written or expected; of a whole statement it is a row. */
export function declaredOf(template: ts.TaggedTemplateExpression, isStatement: boolean, checker: ts.TypeChecker): Declared {
  const type = checker.getTypeAtLocation(template);
  const [declared] = isReference(type) ? checker.getTypeArguments(type) : [];
  if (declared === undefined || isUnknown(declared)) return undefined;
  if (!isStatement) return { value: { types: [declared], words: checker.typeToString(declared), inSome: false } };
  const row = new Map<string, Said>();
  const rows = declared.isUnion() ? declared.types : [declared];
  for (const property of rows.flatMap((one) => checker.getPropertiesOfType(one))) {
    const types = [...(row.get(property.name)?.types ?? []), checker.getTypeOfSymbol(property)];
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
    const words = [...new Set(types.map((one) => checker.typeToString(one)))].join(' | ');
    row.set(property.name, { types, words, inSome: isOptional || types.length < rows.length });
  }
  return { row };
}

/** The program's types; `brands` by {@link brandsOfColumns}. */
export type Types = { checker: ts.TypeChecker; brands: ReadonlyMap<string, string> };

/** What differs, a sentence each. `text` is the statement, with the columns that it demands to be `not null`. */
export function differences(declared: Declared, columns: readonly Column[], text: string, { checker, brands }: Types): string[] {
  if (declared === undefined) return [];
  if ('value' in declared) {
    const [problem] = columns.map((column) => misfit(column, declared.value, text, { checker, brands }));
    return problem ? [`the value ${problem}`] : [];
  }
  const missing = new Map(declared.row);
  const found = columns.flatMap((column) => {
    const said = missing.get(column.name);
    if (said === undefined) return [`column "${column.name}" is not in the row type`];
    missing.delete(column.name);
    const problem = misfit(column, said, text, { checker, brands });
    return problem ? [`column "${column.name}" ${problem}`] : [];
  });
  for (const [name, { inSome }] of missing) if (!inSome) found.push(`the row type says "${name}", which is not a column`);
  return found;
}

function misfit(column: Column, { types, words, inSome }: Said, text: string, { checker, brands }: Types): string | undefined {
  if (types.some(isUnknown)) return undefined;
  const said = `the row type says ${words}`;
  const members = types.flatMap((type) => (type.isUnion() ? type.types : [type]));
  const values = members.filter((member) => (member.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) === 0);
  const isCondition = types.some((type) => type.aliasSymbol?.name === 'SqlBool');
  const kinds = new Set(isCondition ? ['boolean'] : values.map((member) => kindOf(member, checker)));
  const isMoment = [...kinds].some((kind) => kind.startsWith('Temporal'));
  if (column.kind === 'json' ? isMoment : kinds.size !== 1 || !kinds.has(column.kind)) return `is ${column.type}, ${said}`;
  const brand = brands.get(`${column.table}.${column.source}`);
  if (brand !== undefined && values.some((member) => !isZero(member) && brandOf(member, checker) !== brand))
    return `is ${brand}, ${said}`;
  if (brand === undefined && column.source !== undefined && column.kind === 'number' && values.some(isBranded))
    return `is no amount, ${said}`;
  const nullable = canBeNull(column, text);
  const saysNull = members.some((member) => (member.flags & ts.TypeFlags.Null) !== 0);
  if (nullable === true && !saysNull && !inSome) return `may be null, ${said}`;
  if (nullable === false && saysNull) return `is never null, ${said}`;
  return wordsMisfit(
    column,
    values.flatMap((member) => (member.isStringLiteral() ? [member.value] : [])),
    said,
  );
}

/** Undefined when unknown. An outer join is found by the alias that the statement's text takes the column from. */
function canBeNull(column: Column, text: string): boolean | undefined {
  const name = RegExp.escape(column.name);
  const joined = [...text.matchAll(/\b(?:left|right|full)(?: outer)? join (?:(\w+)(?: (?:as )?(?!on\b)(\w+))?)?/gi)];
  const [, alias, source = column.source ?? column.name] =
    new RegExp(`\\b(\\w+)\\.(\\w+)(?: as)? "?${name}"?(?![\\w(.])`, 'i').exec(text) ??
    new RegExp(`\\b(\\w+)\\.(${name})\\b(?! as\\b| *[=<>])`, 'i').exec(text) ??
    [];
  const wanted = RegExp.escape(source);
  if (new RegExp(`\\b${wanted} is not null|'(?:\\w+\\.)?${wanted}', 'is not', null`, 'i').test(text)) return undefined;
  if (alias !== undefined && joined.some(([, table, as]) => (as ?? table) === alias)) return true;
  return column.nullable === true || joined.length === 0 ? column.nullable : undefined;
}

function wordsMisfit(column: Column, literals: readonly string[], said: string): string | undefined {
  if (literals.length === 0 || column.source === undefined) return undefined;
  if (column.words === undefined) return `is any text, ${said}`;
  const never = literals.filter((word) => !column.words?.includes(word));
  if (never.length > 0) return `is never '${never.join("', '")}', ${said}`;
  const more = column.words.filter((word) => !literals.includes(word));
  return more.length > 0 ? `may be '${more.join("', '")}', ${said}` : undefined;
}

/** The ids and amounts of db/tables.ts that are no plain string or number: name of the type by `table.column`. */
export function brandsOfColumns(program: ts.Program): ReadonlyMap<string, string> {
  const checker = program.getTypeChecker();
  const file = program.getSourceFiles().find(({ fileName }) => fileName.endsWith('src/core/db/tables.ts'));
  const db = file && checker.getSymbolAtLocation(file)?.exports?.get(ts.escapeLeadingUnderscores('DB'));
  const tables = db ? checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(db)) : [];
  return new Map(
    tables.flatMap((table) =>
      checker.getPropertiesOfType(checker.getTypeOfSymbol(table)).flatMap((column) => {
        const [brand] = selectedTypes(checker.getTypeOfSymbol(column), checker).flatMap((type) => brandOf(type, checker) ?? []);
        return brand === undefined ? [] : [[`${table.name}.${column.name}`, brand] as const];
      }),
    ),
  );
}

/** The types that a column is read as, those of a union one by one; `Generated<...>` has them beside the types that are written. */
function selectedTypes(type: ts.Type, checker: ts.TypeChecker): ts.Type[] {
  const members = type.isUnion() ? type.types : [type];
  return members.flatMap((member) => {
    const selected = member.getProperty('__select__');
    return selected ? selectedTypes(checker.getTypeOfSymbol(selected), checker) : [member];
  });
}

/** `CustomerId`, `Cents` ...; undefined for a type without a brand. */
function brandOf(type: ts.Type, checker: ts.TypeChecker): string | undefined {
  if (!isBranded(type)) return undefined;
  const words = checker.typeToString(type);
  return /^Brand<\w+, "(\w+)">$/.exec(words)?.[1] ?? words;
}

/** A string or number with a brand (core/ids.ts). */
function isBranded(type: ts.Type): type is ts.IntersectionType {
  return (
    type.isIntersection() && type.types.some(({ flags }) => (flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike)) !== 0)
  );
}

/** The literal 0, which is an amount too (core/cents.ts). */
function isZero(type: ts.Type): boolean {
  return type.isNumberLiteral() && type.value === 0;
}

/** In the words of the described columns: `number`, `string[]`, `Temporal.Instant`. */
function kindOf(type: ts.Type, checker: ts.TypeChecker): string {
  const parts = isBranded(type) ? type.types : [type];
  if (parts.some(({ flags }) => (flags & ts.TypeFlags.NumberLike) !== 0)) return 'number';
  if (parts.some(({ flags }) => (flags & ts.TypeFlags.StringLike) !== 0)) return 'string';
  if ((type.flags & ts.TypeFlags.BooleanLike) !== 0) return 'boolean';
  if (checker.isArrayType(type) && isReference(type)) {
    const [element] = checker.getTypeArguments(type);
    const members = element?.isUnion() ? element.types : element ? [element] : [];
    return `${[...new Set(members.map((member) => kindOf(member, checker)))].join('|')}[]`;
  }
  return isTemporal(type) ? `Temporal.${type.symbol.name}` : 'object';
}

function isUnknown(type: ts.Type): boolean {
  return (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
}

function isTemporal(type: ts.Type): boolean {
  return ['Instant', 'PlainDate'].includes(type.symbol?.name) && type.getProperty('until') !== undefined;
}

function isReference(type: ts.Type): type is ts.TypeReference {
  return (type.flags & ts.TypeFlags.Object) !== 0 && 'target' in type;
}
