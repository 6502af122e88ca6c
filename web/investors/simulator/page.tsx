// The simulator, which needs no account: months, six months late, default. Who is signed in sees the own tax rate once the page stands.

import { type Mortar, MortarError, type Simulation } from '../../../clients/typescript/src/index.ts';
import { centsOf, day, euros, percent } from '../../core/format.ts';
import { useQuery } from '../../core/query.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Empty, Notice } from '../../design/feedback.tsx';
import { mortar } from '../core/api.ts';
import { type PageProps, page } from '../core/page.ts';
import { account } from '../core/session.ts';
import { someBricks } from '../parts/amounts.ts';
import { Rows, Section, Title } from '../parts/frame.tsx';
import { Risk } from '../parts/risk.tsx';
import { AskSimulation, type Choice } from './ask.tsx';
import { simulatorWords } from './words.ts';

const MOST_CHOICES = 50;
const FIRST_AMOUNT = '500';

type Refused = keyof typeof simulatorWords.fr.refused;
type Shown = {
  projects: Choice[];
  chosen: string | undefined;
  amount: string;
  simulation: Simulation | null;
  refused: Refused | null;
};

export default page<Shown>({
  read: async (client, { query: { project, amount = FIRST_AMOUNT } }) => {
    const { items } = await client.listCatalogue({ query: { limit: MOST_CHOICES, state: 'collecting' } });
    const open = items.filter(({ investorContractType }) => investorContractType !== 'royalty').map(choiceOf);
    const chosen = project ?? open[0]?.id;
    if (chosen === undefined) return { projects: [], chosen, amount, simulation: null, refused: null };
    const isListed = open.some(({ id }) => id === chosen);
    const projects = isListed ? open : [await readChoice(client, chosen), ...open];
    return { projects, chosen, amount, ...(await simulated(client, chosen, amount)) };
  },
  head: () => ({ title: simulatorWords.value.title, description: simulatorWords.value.description }),
  View: SimulatorPage,
});

async function readChoice(client: Mortar, propertyId: string): Promise<Choice> {
  return choiceOf(await client.readCatalogueProperty({ path: { propertyId } }));
}

const choiceOf = ({ id, name, amountToFundCents, primaryMarketOpen, availableBricks }: Choice): Choice => ({
  ...{ id, name, amountToFundCents, primaryMarketOpen, availableBricks },
});

/** What the API refuses about the amount or the project is said in the page. */
async function simulated(client: Mortar, propertyId: string, amount: string): Promise<Pick<Shown, 'simulation' | 'refused'>> {
  const amountCents = centsOf(amount);
  if (amountCents === undefined || amountCents === 0) return { simulation: null, refused: 'amount' };
  try {
    return { simulation: await client.simulateInvestment({ path: { propertyId }, query: { amountCents } }), refused: null };
  } catch (error) {
    const refused = error instanceof MortarError ? refusalOf(error.code) : undefined;
    if (refused === undefined) throw error;
    return { simulation: null, refused };
  }
}

function refusalOf(code: string | undefined): Refused | undefined {
  if (code === 'validation-failed') return 'amount';
  return code === 'simulation.no-such-bricks' || code === 'simulation.no-terms' || code === 'simulation.funding-is-over'
    ? code
    : undefined;
}

function SimulatorPage({ data: { projects, chosen, amount, simulation, refused } }: PageProps<Shown>) {
  const t = simulatorWords.value;
  return (
    <div class="page">
      <Title state={t.state}>{t.title}</Title>
      {chosen === undefined ? (
        <Empty title={t.none}>{t.noneText}</Empty>
      ) : (
        <>
          <AskSimulation key={`${chosen} ${amount}`} projects={projects} chosen={chosen} amount={amount} />
          {refused !== null && (
            <Notice tone="warn" isLive>
              {t.refused[refused]}
            </Notice>
          )}
          {simulation && (
            <Outcome
              key={`${chosen} ${amount}`}
              propertyId={chosen}
              project={projects.find(({ id }) => id === chosen)}
              usual={simulation}
            />
          )}
        </>
      )}
      <Risk />
    </div>
  );
}

/** `usual`: at the usual tax rate, until that of who is signed in is known. */
function Outcome({ propertyId, project, usual }: { propertyId: string; project: Choice | undefined; usual: Simulation }) {
  const t = simulatorWords.value;
  const own = useQuery(['simulation', propertyId, usual.amountCents, account.value?.email], async (signal) =>
    account.value ? mortar.simulateOwnInvestment({ path: { propertyId }, query: { bricks: usual.brickCount }, signal }) : usual,
  );
  const shown = own.data ?? usual;
  const { brickCount, amountCents, months, taxRate, taxBps, basis } = shown;
  return (
    <>
      <Section
        title={t.bought(someBricks(brickCount), euros(amountCents))}
        {...(project === undefined ? {} : { note: project.name })}
      >
        <p class="simulation-rate">{t.rates[taxRate](percent(taxBps))}</p>
        <p class="soft">{t.bases[basis]}</p>
      </Section>
      <Courses simulation={shown} />
      <details>
        <summary>{t.months(months.length)}</summary>
        <Rows
          title={t.months(months.length)}
          rows={months}
          keyOf={({ date }) => date}
          columns={[
            { name: t.date, show: ({ date }) => <time dateTime={date}>{day(date)}</time> },
            { name: t.interest, isNumber: true, show: ({ interestCents }) => euros(interestCents) },
            { name: t.tax, isNumber: true, show: ({ taxCents }) => euros(taxCents) },
            { name: t.capital, isNumber: true, show: ({ capitalCents }) => euros(capitalCents) },
            { name: t.net, isNumber: true, show: ({ netCents }) => euros(netCents) },
          ]}
        />
      </details>
      <p class="row">
        {project?.primaryMarketOpen && brickCount <= project.availableBricks && (
          <ButtonLink href={`/projects/${propertyId}/buy?bricks=${brickCount}`} look="primary">
            {t.invest(euros(amountCents))}
          </ButtonLink>
        )}
        <ButtonLink href={`/projects/${propertyId}`}>{t.toProject}</ButtonLink>
      </p>
    </>
  );
}

/** As planned, late and in default stand in one table, in one size. */
function Courses({ simulation: { planned, late, default: fallen } }: { simulation: Simulation }) {
  const t = simulatorWords.value;
  const rows = [
    { name: t.planned, ...planned },
    { name: t.late, ...late },
    { name: t.default, ...fallen },
  ];
  return (
    <Section title={t.courses} note={t.coursesNote}>
      <Rows
        title={t.courses}
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { name: t.course, show: ({ name }) => name },
          { name: t.received, isNumber: true, show: ({ netCents }) => euros(netCents) },
          { name: t.lost, isNumber: true, show: ({ lostCents }) => euros(lostCents) },
          {
            name: t.last,
            show: ({ netCents, lastDate }) => (netCents === 0 ? '–' : <time dateTime={lastDate}>{day(lastDate)}</time>),
          },
          {
            name: t.yearly,
            isNumber: true,
            show: ({ yearlyReturnBps }) => (yearlyReturnBps === null ? t.yearlyNone : percent(yearlyReturnBps)),
          },
        ]}
      />
    </Section>
  );
}
