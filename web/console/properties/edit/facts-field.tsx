// A table of names and values, such as the figures of a property; anything more is written as JSON.

import { Button } from '../../../design/button.tsx';
import { Field } from '../../../design/form.tsx';
import { type FactLine, type Facts, factsOf, nextKey, sentFacts } from './shown.ts';
import { shownWords } from './shown-words.ts';

type Props = {
  name: string;
  value: Facts;
  onChange: (value: Facts) => void;
  isDisabled: boolean;
  fault: string | undefined;
};

export function FactsField(props: Props) {
  return <div class="repeated">{props.value.json === undefined ? <Lines {...props} /> : <Json {...props} />}</div>;
}

function Json({ name, value, onChange, isDisabled, fault }: Props) {
  const t = shownWords.value;
  const sent = sentFacts(value);
  const asLines = sent === undefined ? undefined : factsOf(sent);
  return (
    <>
      <Field
        label={t.jsonOf(name)}
        value={value.json ?? ''}
        lines={8}
        isDisabled={isDisabled}
        fault={fault}
        onInput={(json) => onChange({ lines: [], json })}
      />
      {asLines && asLines.json === undefined && (
        <p>
          <Button look="quiet" disabled={isDisabled} onClick={() => onChange(asLines)}>
            {t.asLines}
          </Button>
        </p>
      )}
    </>
  );
}

function Lines({ name, value, onChange, isDisabled, fault }: Props) {
  const t = shownWords.value;
  const { lines } = value;
  const sent = sentFacts(value);
  const replace = (key: number, line: FactLine) => onChange({ lines: lines.map((one) => (one.key === key ? line : one)) });
  return (
    <>
      {lines.map((line, index) => (
        <OneLine
          key={line.key}
          line={line}
          legend={t.lineOf(index + 1, name)}
          removal={t.removeLine(index + 1, name)}
          isDisabled={isDisabled}
          onChange={(changed) => replace(line.key, changed)}
          onRemove={() => onChange({ lines: lines.filter(({ key }) => key !== line.key) })}
        />
      ))}
      {fault && (
        <p class="fault" role="status">
          {fault}
        </p>
      )}
      <p class="button-row">
        <Button
          disabled={isDisabled}
          onClick={() => onChange({ lines: [...lines, { key: nextKey(lines), name: '', value: '' }] })}
        >
          {t.addLine}
          <span class="out-of-sight"> ({name.toLowerCase()})</span>
        </Button>
        <Button
          look="quiet"
          disabled={isDisabled || sent === undefined}
          onClick={() => onChange({ lines: [], json: JSON.stringify(sent ?? {}, null, 2) })}
        >
          {t.asJson}
          <span class="out-of-sight"> ({name.toLowerCase()})</span>
        </Button>
      </p>
    </>
  );
}

type LineProps = {
  line: FactLine;
  legend: string;
  removal: string;
  isDisabled: boolean;
  onChange: (line: FactLine) => void;
  onRemove: () => void;
};

function OneLine({ line, legend, removal, isDisabled, onChange, onRemove }: LineProps) {
  const t = shownWords.value;
  return (
    <fieldset class="repeated-row">
      <legend class="out-of-sight">{legend}</legend>
      <div class="repeated-fields pair">
        <Field label={t.lineName} value={line.name} isDisabled={isDisabled} onInput={(name) => onChange({ ...line, name })} />
        <Field label={t.lineValue} value={line.value} isDisabled={isDisabled} onInput={(value) => onChange({ ...line, value })} />
      </div>
      <Button look="quiet" icon="close" iconOnly disabled={isDisabled} onClick={onRemove}>
        {removal}
      </Button>
    </fieldset>
  );
}
