// Today: what waits for a human, oldest first, and how the platform stands.

import { Page } from '../design/page.tsx';
import { todayWords } from './words.ts';

export default function TodayPage() {
  const t = todayWords.value;
  return <Page title={t.title}>{null}</Page>;
}
