// Compares our shapes with a description of the provider: whether each call and field that we name is there, and of the same kind.

import type { DescribedCall, Description } from './calls.ts';
import type { Shape } from './shape.ts';

/** What our shapes say otherwise, in words; empty when they agree. Fields and calls that we do not name are no differences. */
export function differencesOf(ours: Description, theirs: Description): string[] {
  const told = new Map(theirs.calls.map((call) => [keyOf(call), call]));
  return ours.calls
    .filter(({ service }) => theirs.services.includes(service))
    .flatMap((call) => {
      const same = told.get(keyOf(call));
      const place = `${call.method} ${call.path}`;
      if (!same) return [`${place}: there is no such call`];
      return [
        ...partDifferences(call.query, same.query, { at: 'query', isAsked: true }),
        ...partDifferences(call.body, same.body, { at: 'body', isAsked: true }),
        ...partDifferences(call.answer, same.answer, { at: 'answer', isAsked: false }),
      ].map((difference) => `${place}: ${difference}`);
    });
}

const keyOf = ({ method, path }: DescribedCall) => `${method} ${path.replaceAll(/\{[^}]+\}/g, '{}')}`;

type Place = {
  at: string /** What we ask must be right to the letter; of what is answered we may know less. */;
  isAsked: boolean;
};

function partDifferences(ours: Shape | undefined, theirs: Shape | undefined, place: Place): string[] {
  if (!ours || !theirs)
    return Boolean(ours) === Boolean(theirs) ? [] : [`${place.at} is only in ${ours ? 'our shape' : 'theirs'}`];
  return shapeDifferences(ours, theirs, place);
}

function shapeDifferences(ours: Shape, theirs: Shape, { at, isAsked }: Place): string[] {
  if (ours.type !== theirs.type) return [`${at} is ${theirs.type}, not ${ours.type}`];
  const differences = isAsked ? limitDifferences(ours, theirs, at) : [];
  const unlisted = (ours.enum ?? []).filter((value) => theirs.enum && !theirs.enum.includes(value));
  if (unlisted.length > 0) differences.push(`${at} is never ${unlisted.join(', ')}`);
  if (ours.items && theirs.items) differences.push(...shapeDifferences(ours.items, theirs.items, { at: `${at}[]`, isAsked }));
  for (const [name, field] of Object.entries(ours.properties ?? {})) {
    const same = theirs.properties?.[name];
    if (same) differences.push(...shapeDifferences(field, same, { at: `${at}.${name}`, isAsked }));
    else differences.push(`${at}.${name} is not known`);
  }
  if (isAsked) differences.push(...mustDifferences(ours, theirs, at));
  return differences;
}

function mustDifferences(ours: Shape, theirs: Shape, at: string): string[] {
  const [mine, yours] = [new Set(ours.required), new Set(theirs.required)];
  return [
    ...[...yours.difference(mine)].map((name) => `${at}.${name} is required`),
    ...[...mine.difference(yours)].map((name) => `${at}.${name} is not required`),
  ];
}

const LIMITS = ['minLength', 'maxLength', 'minimum', 'maximum'] as const;

function limitDifferences(ours: Shape, theirs: Shape, at: string): string[] {
  const differences = LIMITS.filter((limit) => theirs[limit] !== ours[limit]).map(
    (limit) => `${at}: ${limit} is ${theirs[limit] ?? 'not told'}, not ${ours[limit] ?? 'left open'}`,
  );
  if (theirs.pattern !== undefined && ours.pattern === undefined) differences.push(`${at} must have a form, and we ask for none`);
  const missing = (theirs.enum ?? []).filter((value) => !ours.enum?.includes(value));
  if (missing.length > 0) differences.push(`${at} may be ${missing.join(', ')} too`);
  return differences;
}
