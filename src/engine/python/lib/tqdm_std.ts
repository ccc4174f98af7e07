/** tqdm.std: the same under another name. */
export default String.raw`from tqdm import tqdm, trange
`;
