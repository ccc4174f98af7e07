"""tqdm.std: the same under another name."""
from tqdm import tqdm, trange
