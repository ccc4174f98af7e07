import math
def cosine(step, warm=5, total=20, lr=6e-4, low=6e-5):
    if step < warm:
        return lr * (step + 1) / (warm + 1)
    if step > total:
        return low
    r = (step - warm) / (total - warm)
    return low + 0.5 * (1.0 + math.cos(math.pi * r)) * (lr - low)
for s in range(0, 24, 3):
    print(s, cosine(s))
for e in range(1, 15):
    print(e, 0.9 ** e, 0.95 ** (e / 3), math.exp(-e / 7), math.log(e + 0.5), math.log10(e * 3), math.log2(e + 1.5), math.sqrt(e), math.pow(e, 0.3), math.tanh(e / 5), math.sin(e), math.atan(e), math.atan2(e, -3))
noam = lambda s, d=512, w=4000: d ** -0.5 * min(s ** -0.5, s * w ** -1.5)
print([noam(s) for s in (1, 10, 100, 4000, 10000)])
print(sum(10000.0 ** (-2 * i / 64) for i in range(32)))
print(math.erf(0.3), math.gamma(4.5), math.lgamma(3.3), math.expm1(1e-3), math.log1p(1e-3), math.sinh(1.5), math.cosh(1.5), math.acos(0.3), math.asin(0.3), math.tan(1.2))
