/**
 * A script of the lab that is fetched when it is needed first, or ahead of that. Offline, or after the site was published
 * anew, it cannot be had; whoever shows it says so and asks again, so a reader who is online again gets it without a reload.
 */
import { useCallback, useEffect, useState } from 'react';

export interface Fetched<T> {
  /** What was fetched; null where it is not here yet. */
  now: () => T | null;
  /** Fetches it where it is not here; whether it is there. */
  fetch: () => Promise<boolean>;
  /** In a component: how it stands, asked for when that is drawn first, and a way to ask again. */
  use: () => ['asked' | 'here' | 'away', () => void];
}

export function fetched<T>(load: () => Promise<T>): Fetched<T> {
  let value: T | null = null;
  const fetch = async (): Promise<boolean> => {
    try {
      value ??= await load();
    } catch {
      // The next try may succeed: the network may be back.
    }
    return value !== null;
  };
  const use = (): ReturnType<Fetched<T>['use']> => {
    const [had, setHad] = useState<'asked' | 'here' | 'away'>(value ? 'here' : 'asked');
    const ask = useCallback(() => void fetch().then((here) => setHad(here ? 'here' : 'away')), []);
    useEffect(() => {
      if (!value) ask();
    }, [ask]);
    return [had, ask];
  };
  return { now: () => value, fetch, use };
}
