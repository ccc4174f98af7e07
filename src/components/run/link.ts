/** Addresses of the lab, made by the lab's own encoder so that there is one format. */
import { DEFAULT_STATE, encodeState, type LabState } from '../../lab/state/address.ts';

export const labLink = (state: Partial<LabState>): string => `/lab/#lab=${encodeState({ ...DEFAULT_STATE, ...state })}`;
