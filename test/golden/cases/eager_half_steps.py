# What half types round after every step, and what they do not have.
import torch
import torch.nn.functional as F


def some(n, dtype, k=37):
    return (((torch.arange(n) * k + 11) % 101 - 50).float() / 16).to(dtype)


def positive(n, dtype, k=37):
    return (((torch.arange(n) * k + 11) % 101 + 1).float() / 16).to(dtype)


def unit(n, dtype, k=37):
    return (((torch.arange(n) * k + 11) % 101 - 50).float() / 51).to(dtype)


def every_second(x):
    wide = torch.zeros(x.numel() * 2, dtype=x.dtype)
    wide[::2] = x
    return wide[::2]


ask = {
    "prod": lambda a, b, p, u: (a.prod(), p.prod(), u.prod()),
    "rsqrt": lambda a, b, p, u: p.rsqrt(),
    "pow": lambda a, b, p, u: [p.pow(e) for e in (-0.5, 0.5, 2, 3, -1, -2, 1.5)],
    "alpha": lambda a, b, p, u: (a.add(b, alpha=0.3), a.sub(b, alpha=0.3), torch.rsub(a, b, alpha=0.3)),
    "logit": lambda a, b, p, u: (p.sigmoid().logit(), p.sigmoid().logit(1e-2)),
    "entr": lambda a, b, p, u: torch.special.entr(p),
    "i0e": lambda a, b, p, u: torch.special.i0e(a * 4),
    "nextafter": lambda a, b, p, u: (torch.nextafter(a, b), torch.nextafter(a * 0, b), torch.nextafter(b * 0, a)),
    "mvlgamma": lambda a, b, p, u: torch.mvlgamma(p + 2, 3),
    "logsumexp": lambda a, b, p, u: (a.logsumexp(0), p.logsumexp(0)),
    "log_softmax": lambda a, b, p, u: (F.log_softmax(a, 0), F.log_softmax(torch.stack([a, b, p]), 0)),
    "softshrink": lambda a, b, p, u: F.softshrink(a, 0.3),
    "soft_margin": lambda a, b, p, u: F.soft_margin_loss(a, torch.sign(b), reduction="none"),
    "bce": lambda a, b, p, u: (F.binary_cross_entropy(u.abs(), u.abs()), F.binary_cross_entropy(u.abs(), u.abs(), reduction="none")),
    "bce_logits": lambda a, b, p, u: (
        F.binary_cross_entropy_with_logits(a, u.abs()),
        F.binary_cross_entropy_with_logits(a, u.abs(), pos_weight=p, reduction="none"),
    ),
}

for dtype in (torch.bfloat16, torch.float16):
    for n in (5, 17):
        for form in (lambda x: x, every_second):
            operands = [form(some(n, dtype)), form(some(n, dtype, 29)), form(positive(n, dtype)), form(unit(n, dtype))]
            for name, question in ask.items():
                answers = question(*operands)
                for answer in [answers] if isinstance(answers, torch.Tensor) else answers:
                    print(name, answer.tolist())
    x = (torch.arange(1, 65) / 10).to(dtype).view(8, 8)
    print(x.prod(1).tolist(), x.prod(0).tolist(), x.t().prod(1).tolist())
    q = unit(7, dtype).abs().requires_grad_()
    F.binary_cross_entropy(q, unit(7, dtype, 29).abs()).backward()
    print(q.grad.tolist())

print(F.softshrink(torch.full((17,), -0.125), 0.3), F.softshrink(torch.full((9,), -0.125, dtype=torch.float64), 0.3))

one = torch.ones(2, dtype=torch.bfloat16)
for name in "bessel_j0 bessel_j1 bessel_y0 bessel_y1 modified_bessel_i0 modified_bessel_i1 modified_bessel_k0 modified_bessel_k1".split():
    try:
        getattr(torch.special, name)(one)
    except NotImplementedError as e:
        print(e)
for question in (
    lambda h: torch.special.ndtri(h),
    lambda h: torch.special.log_ndtr(h),
    lambda h: torch.special.erfcx(h),
    lambda h: torch.special.airy_ai(h),
    lambda h: torch.special.spherical_bessel_j0(h),
    lambda h: torch.special.scaled_modified_bessel_k1(h),
    lambda h: torch.special.zeta(h + 1, h),
    lambda h: torch.special.chebyshev_polynomial_t(h, 2),
    lambda h: torch.special.legendre_polynomial_p(h, h),
):
    for h in (one, one.half()):
        try:
            print(question(h))
        except NotImplementedError as e:
            print(e)
