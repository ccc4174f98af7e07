"""textwrap: dedent, indent and plain wrapping."""
def dedent(text):
    lines = text.split('\n')
    margin = None
    for l in lines:
        s = l.lstrip(' \t')
        if not s:
            continue
        lead = l[:len(l) - len(s)]
        if margin is None:
            margin = lead
        else:
            n = 0
            while n < len(margin) and n < len(lead) and margin[n] == lead[n]:
                n += 1
            margin = margin[:n]
    margin = margin or ''
    return '\n'.join(l[len(margin):] if l.strip() else '' for l in lines)
def indent(text, prefix, predicate=None):
    return ''.join(prefix + l if (predicate(l) if predicate else l.strip()) else l for l in text.splitlines(True))
def wrap(text, width=70):
    out, line = [], ''
    for w in text.split():
        if line and len(line) + 1 + len(w) > width:
            out.append(line)
            line = w
        else:
            line = f'{line} {w}' if line else w
    if line:
        out.append(line)
    return out
def fill(text, width=70):
    return '\n'.join(wrap(text, width))
