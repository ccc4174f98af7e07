/** The panes that are fetched when they are shown (LaterPane.tsx), in one script: they share how blocks are drawn. */
export { MeshPane } from './MeshPane.tsx';
export { PartitionsPane } from './PartitionsPane.tsx';
