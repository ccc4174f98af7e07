/**
 * A whole number as a person reads it, `12,345`: in the engine's messages and in the report's words. A file of its own,
 * as pages load it too.
 */
export const grouped = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ',');
