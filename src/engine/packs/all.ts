/** Every pack at once: for Node, where nothing is fetched. */
import './std.ts';
import './std-more.ts';
import './base.ts';
import './nn.ts';
import './nn-more.ts';
import './optim.ts';
import './data.ts';
import './distributed.ts';
import './capture.ts';
import './mesh.ts';
import './known.ts';
import './ops-base.ts';
import './ops-more.ts';
import './ops-nn.ts';
import './ops-layers.ts';
import './ops-rest.ts';
