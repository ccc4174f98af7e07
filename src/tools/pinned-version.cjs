/**
 * Loaded into npm by `bootstrap.mjs`: npm leaves out optional packages whose `engines` reject the Node that runs it, but the
 * packages are for the pinned Node, which comes with them.
 */
const pinned = process.env.PINNED_NODE;
if (pinned) Object.defineProperty(process, 'version', { value: `v${pinned}`, enumerable: true });
