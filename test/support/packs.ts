/** Tests of single layers have every pack, as Node's entry has. */
import '../../src/engine/packs/all.ts';
