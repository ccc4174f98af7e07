# Where no gradient is wanted, an encoder layer and an attention layer are one operator each.
import torch
from torch import nn

torch.manual_seed(0)
padded = torch.zeros(2, 5, dtype=torch.bool)
padded[1, 3:] = True
later = nn.Transformer.generate_square_subsequent_mask(5)
for first in (False, True):
    layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True, norm_first=first).eval()
    x = torch.randn(2, 5, 8)
    with torch.no_grad():
        print(layer(x)[0, 0])
        print(layer(x, src_mask=later)[1, :, 0])
        print(layer(x, src_key_padding_mask=padded)[1, :, 1])
        print(layer(x, later, padded)[1, 4])

attention = nn.MultiheadAttention(8, 4, batch_first=True).eval()
with torch.inference_mode():
    out, weights = attention(x, x, x)
    print(out[0, 0], weights[0])
    print(attention(x, x, x, need_weights=False)[1])
    out, weights = attention(x, x, x, key_padding_mask=padded, average_attn_weights=False)
    print(weights.shape, weights[1, 0, 0])
    print(attention(x, x, x, attn_mask=later.bool())[1][0])
    print(attention(x, x, x, key_padding_mask=torch.ones(2, 5, dtype=torch.bool))[0][0, 0])
encoder = nn.TransformerEncoder(layer, 2).eval()
with torch.no_grad():
    print(encoder(x, mask=later)[0, 4])
