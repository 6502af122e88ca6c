// What somebody has settled on: a value that has not changed for a moment, so that a slider asks the API once and not at each pixel.

import { useEffect, useState } from 'preact/hooks';

const STILL_MS = 180;

export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const name = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), STILL_MS);
    return () => clearTimeout(timer);
  }, [name]);
  return settled;
}
