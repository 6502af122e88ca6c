// The last moment to change one's mind, and what is left until then.

import { useEffect, useState } from 'preact/hooks';
import { businessNow } from '../../core/clock.ts';
import { dayAndTime } from '../../core/format.ts';
import { timeLeft } from './time-left.ts';
import { buyWords } from './words.ts';

const MINUTE_MS = 60_000;

/** Drawn again each minute: never more is left than it says. */
export function LastMoment({ until }: { until: string }) {
  const [, setCount] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setCount((count) => count + 1), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  const left = timeLeft(businessNow(), new Date(until));
  return (
    <>
      <time dateTime={until}>{dayAndTime(until)}</time>
      {left && ` (${buyWords.value.left(left.days, left.hours, left.minutes)})`}
    </>
  );
}
