// The declaration of one year: the answers of the form, none chosen beforehand.

import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { NewTaxRequest } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { percent } from '../../core/format.ts';
import { useQuery } from '../../core/query.ts';
import { Button } from '../../design/button.tsx';
import { Notice, Refusal, Skeleton } from '../../design/feedback.tsx';
import { Field, Form } from '../../design/form.tsx';
import { mortar } from '../core/api.ts';
import { type PageProps, page } from '../core/page.ts';
import { basisPoints } from '../parts/amounts.ts';
import { Title } from '../parts/frame.tsx';
import { shellWords } from '../shell/words.ts';
import { taxWords } from './words.ts';

type Declaring = { year: number; isOpen: boolean };

export default page<Declaring>({
  read: async (mortar, { params }) => {
    const { openYears } = await mortar.readTaxPosition();
    const year = Number(params.year);
    return { year, isOpen: openYears.includes(year) };
  },
  head: () => ({ title: shellWords.value.pages.declareTaxes }),
  View: DeclarePage,
});

function DeclarePage({ data: { year, isOpen } }: PageProps<Declaring>) {
  const t = taxWords.value;
  const { pages } = shellWords.value;
  return (
    <div class="page narrow">
      <Title above={{ href: '/taxes', name: pages.taxes }} state={isOpen ? t.declareState : undefined}>
        {isOpen ? t.declare(year) : pages.declareTaxes}
      </Title>
      {isOpen ? <Answers year={year} /> : <Notice tone="warn">{t.noneOpen}</Notice>}
    </div>
  );
}

type Name = 'residence' | 'socialSecurity' | 'household' | 'income' | 'exemption';

/** Abroad nothing else is asked. */
function Answers({ year }: { year: number }) {
  const t = taxWords.value;
  const { route } = useLocation();
  const [answers, setAnswers] = useState<Partial<Record<Name, string>>>({});
  const [isTried, setTried] = useState(false);
  const questions: readonly { name: Name; label: string; words: Readonly<Record<string, string>> }[] = [
    { name: 'residence', label: t.residence, words: t.residences },
    ...(answers.residence === 'france'
      ? ([
          { name: 'socialSecurity', label: t.socialSecurity, words: t.socialSecurities },
          { name: 'household', label: t.household, words: t.households },
          { name: 'income', label: t.income, words: t.incomes },
          { name: 'exemption', label: t.exemption, words: t.exemptions },
        ] as const)
      : []),
  ];
  const declare = useAction((_once, body: NewTaxRequest) => mortar.requestTaxRate({ body }), `declare taxes of ${year}`);
  const isComplete = questions.every(({ name }) => answers[name]);
  const submit = async () => {
    setTried(true);
    if (!isComplete) return;
    if (await declare.run(bodyOf(year, answers))) route('/taxes');
  };
  return (
    <Form
      label={t.declare(year)}
      onSubmit={() => void submit()}
      error={declare.error}
      action={
        <Button type="submit" look="primary" isRunning={declare.isRunning}>
          {t.send}
        </Button>
      }
    >
      {questions.map(({ name, label, words }) => (
        <Field
          key={name}
          label={label}
          value={answers[name] ?? ''}
          onInput={(value) => setAnswers({ ...answers, [name]: value })}
          choices={[{ value: '', label: t.choose }, ...Object.entries(words).map(([value, word]) => ({ value, label: word }))]}
          fault={isTried && !answers[name] ? t.chooseFault : undefined}
        />
      ))}
      <div role="status">{isComplete && <AskedRate key={JSON.stringify(answers)} body={bodyOf(year, answers)} />}</div>
    </Form>
  );
}

/** The rate that follows from the answers, or why none does. */
function AskedRate({ body }: { body: NewTaxRequest }) {
  const rate = useQuery(['declared-rate', body], (signal) => mortar.readDeclaredRate({ query: body, signal }));
  if (rate.error) return <Refusal error={rate.error} />;
  if (!rate.data) return <Skeleton />;
  return <p class="strong">{taxWords.value.askedRate(percent(basisPoints(rate.data.taxRate)))}</p>;
}

function bodyOf(year: number, answers: Partial<Record<Name, string>>): NewTaxRequest {
  const { residence = '', socialSecurity = '', household = '', income = '', exemption } = answers;
  if (residence !== 'france') return { year, fiscalResidence: residence };
  return {
    year,
    fiscalResidence: residence,
    socialSecurity,
    fiscalHousehold: household,
    income,
    keepPFU: exemption === 'keep',
  };
}
