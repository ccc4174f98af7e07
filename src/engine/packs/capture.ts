/** Pack: torch.compile with its graphs. */
import { installCapture } from '../capture/index.ts';
import { packs } from '../python/packs.ts';

packs.provide('capture', { installCapture });
