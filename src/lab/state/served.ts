/**
 * Whether this drawing is the one that the page is served with: made at build, and made once more, to the letter, when the
 * lab takes over what was served. It knows no window, no storage and no address. The drawing after it knows them all.
 * React's `useSyncExternalStore` tells the two apart: it asks for the server's snapshot in just these drawings.
 */
import { useSyncExternalStore } from 'react';

const never = () => () => {};

export const useServed = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
