// An audit row in words: what was done, and each fact that the service wrote beside it.

import { count, day, dayAndTime, euros, month, percent } from '../../core/format.ts';
import { permissionWords } from '../design/permission-words.ts';
import { editWords } from '../properties/edit/words.ts';
import { propertyWords } from '../properties/words.ts';
import { todayWords } from '../today/words.ts';
import { actionWords } from './action-words.ts';
import { auditWords } from './audit-words.ts';
import { jobWords } from './job-words.ts';

type Payload = Readonly<Record<string, unknown>>;
type Fact = { name: string; label: string; value: string };

/** `Compte gelé`, where the kind alone would only say that the account was edited. */
export function actionName({ kind, payload }: { kind: string; payload: Payload }): string {
  const t = actionWords.value;
  if (kind === 'CUSTOMER_UPDATE') {
    if (payload.frozen !== undefined) return payload.frozen === true ? t.frozen : t.unfrozen;
    if (payload.canSeeRoyalty !== undefined) return payload.canSeeRoyalty === true ? t.royaltyShown : t.royaltyHidden;
  }
  return auditWords.value.kinds[kind] ?? kind;
}

/** What is before and after stands in one line; everything else by its own name. */
function factsOf({ kind, payload }: { kind: string; payload: Payload }): Fact[] {
  const { before, after, ...others } = payload;
  const changes = isRecord(before) && isRecord(after) ? changesOf(before, after) : factsIn(kind, given({ before, after }));
  return [...factsIn(kind, others), ...changes];
}

/** The facts in one line, for a file. */
export function factsText(action: { kind: string; payload: Payload }): string {
  return factsOf(action)
    .map(({ label, value }) => `${label} : ${value}`)
    .join(' · ');
}

export function ActionFacts({ action }: { action: { kind: string; payload: Payload } }) {
  const facts = factsOf(action);
  if (facts.length === 0) return null;
  return (
    <dl class="action-facts">
      {facts.map(({ name, label, value }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function factsIn(kind: string, payload: Payload): Fact[] {
  return Object.entries(payload).flatMap(([name, value]) => {
    // The name of the row says it.
    if (kind === 'CUSTOMER_UPDATE' && (name === 'frozen' || name === 'canSeeRoyalty')) return [];
    if (isRecord(value)) return factsIn(kind, value).map((fact) => ({ ...fact, name: `${name}.${fact.name}` }));
    return [{ name, label: labelOf(name), value: valueIn(name, value) }];
  });
}

function changesOf(before: Payload, after: Payload): Fact[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => ({
      name,
      label: labelOf(name),
      value: actionWords.value.became(valueIn(name, before[name]), valueIn(name, after[name])),
    }));
}

function given(facts: Payload): Payload {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

function isRecord(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function labelOf(name: string): string {
  const fields: Readonly<Record<string, string>> = editWords.value.fields;
  return actionWords.value.facts[name] ?? fields[name] ?? name;
}

/** What the API has in cents: every name that ends so or says amount, and four that only its documents say to be one. */
const MONEY = /Cents$|amount/i;
const ALSO_MONEY: ReadonlySet<string> = new Set(['totalFundEscrow', 'totalConstructionBudget', 'interestSequestre', 'escrow']);
/** Years and numbers of others stay as they are. */
const COUNT = /Count$|Bricks$/;
const PERCENT = /Percentage$|^interestRate/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function valueIn(name: string, value: unknown): string {
  const t = actionWords.value;
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return t.none;
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  if (Array.isArray(value))
    return value.map((each) => (name === 'fields' ? labelOf(String(each)) : valueIn(name, each))).join(', ');
  if (isRecord(value))
    return Object.entries(value)
      .map(([part, its]) => `${labelOf(part)} ${valueIn(part, its)}`)
      .join(' ');
  if (typeof value === 'number') return numberIn(name, value);
  return typeof value === 'string' ? textIn(value) : JSON.stringify(value);
}

function numberIn(name: string, value: number): string {
  if (MONEY.test(name) || ALSO_MONEY.has(name)) return euros(value);
  if (PERCENT.test(name)) return percent(value * 100);
  return COUNT.test(name) ? count(value) : String(value);
}

function textIn(text: string): string {
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return dayAndTime(text);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return day(text);
  if (/^\d{4}-\d\d$/.test(text)) return month(text);
  if (UUID.test(text)) return text.slice(0, 8);
  const known: Readonly<Record<string, string>> = {
    ...permissionWords.value.roles,
    ...todayWords.value.purposes,
    ...propertyWords.value.financial,
    ...jobWords.value.names,
    ...auditWords.value.kinds,
    ...actionWords.value.values,
  };
  return known[text] ?? text;
}
