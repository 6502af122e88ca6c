// The flow picture: boxes for purses and outsiders, a band for each kind of movement, as thick as its money.

import { useLocation } from 'preact-iso/router';
import { euros } from '../../../core/format.ts';
import { Empty } from '../../../design/feedback.tsx';
import { type Band, BOX_WIDTH, type Box, type Flow, flowAddress, flowName, layFlows, WIDTH } from './flow-layout.ts';
import { moneyWords } from './words.ts';

export function FlowPicture({ flows }: { flows: readonly Flow[] }) {
  const t = moneyWords.value;
  if (flows.length === 0) return <Empty title={t.noFlows}>{t.noFlowsText}</Empty>;
  const { boxes, bands, height } = layFlows(flows);
  return (
    <div class="card flow">
      <svg viewBox={`0 0 ${WIDTH} ${height}`} aria-label={t.flows}>
        {bands.map((band) => (
          <FlowBand key={`${band.flow.from} ${band.flow.to} ${band.flow.type}`} band={band} />
        ))}
        {boxes.map((box) => (
          <FlowBox key={box.id} box={box} />
        ))}
      </svg>
    </div>
  );
}

function FlowBand({ band }: { band: Band }) {
  const { route } = useLocation();
  const { flow, fromX, fromY, toX, toY, thickness, tone } = band;
  const bend = Math.max(40, Math.abs(toX - fromX) / 2);
  const middle = `${fromX + bend} ${fromY}, ${toX - bend} ${toY}, ${toX} ${toY}`;
  const back = `${toX - bend} ${toY + thickness}, ${fromX + bend} ${fromY + thickness}, ${fromX} ${fromY + thickness}`;
  const name = flowName(flow);
  const open = () => {
    route(flowAddress(flow), true);
    document.getElementById('postings')?.scrollIntoView({ block: 'start' });
  };
  return (
    <a
      href={flowAddress(flow)}
      aria-label={name}
      onClick={(event: MouseEvent) => {
        event.preventDefault();
        open();
      }}
    >
      <path class={`stream ${tone}`} d={`M${fromX} ${fromY}C${middle}V${toY + thickness}C${back}Z`}>
        <title>{name}</title>
      </path>
    </a>
  );
}

function FlowBox({ box: { place, cents, x, y, height, side } }: { box: Box }) {
  const t = moneyWords.value;
  const at = side === 'right' ? x : x + BOX_WIDTH;
  return (
    <g class={`box ${side}`}>
      <rect x={x} y={y} width={BOX_WIDTH} height={height} rx="2" />
      <text x={at} y={y - 17}>
        {t.places[place]}
      </text>
      <text class="box-amount" x={at} y={y - 4}>
        {euros(cents)}
      </text>
    </g>
  );
}
