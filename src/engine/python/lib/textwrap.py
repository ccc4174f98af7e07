"""textwrap: dedent, indent, wrapping, shortening."""
import re

_SPACE = '\t\n\x0b\x0c\r '
_BLANKS = r'([\t\n\x0b\x0c\r ]+)'
# Dashes that join two words stand alone; behind a hyphen between letters a line may end.
_DASHES = re.compile(r"""((?<=[\w!"'&.,?])-{2,}(?=\w))""")
_HYPHEN = re.compile(r'(?<=[^\d\W][^\d\W]-)(?=[^\d\W]-?[^\d\W])|(?<=[^\d\W]-[^\d\W]-)(?=[^\d\W]-?[^\d\W])')

class TextWrapper:
    def __init__(self, width=70, initial_indent='', subsequent_indent='', expand_tabs=True, replace_whitespace=True, fix_sentence_endings=False,
                 break_long_words=True, drop_whitespace=True, break_on_hyphens=True, tabsize=8, *, max_lines=None, placeholder=' [...]'):
        self.width = width
        self.initial_indent = initial_indent
        self.subsequent_indent = subsequent_indent
        self.expand_tabs = expand_tabs
        self.replace_whitespace = replace_whitespace
        self.fix_sentence_endings = fix_sentence_endings
        self.break_long_words = break_long_words
        self.drop_whitespace = drop_whitespace
        self.break_on_hyphens = break_on_hyphens
        self.tabsize = tabsize
        self.max_lines = max_lines
        self.placeholder = placeholder

    def _pieces(self, text):
        if self.expand_tabs:
            text = text.expandtabs(self.tabsize)
        if self.replace_whitespace:
            text = text.translate({ord(c): ' ' for c in _SPACE})
        parts = re.split(_BLANKS, text)
        if self.break_on_hyphens:
            parts = [piece for word in parts for part in _DASHES.split(word) for piece in _HYPHEN.split(part)]
        parts = [p for p in parts if p]
        if self.fix_sentence_endings:
            for i in range(len(parts) - 1):
                if parts[i + 1] == ' ' and re.search(r'[a-z][\.\!\?][\"\']?\Z', parts[i]):
                    parts[i + 1] = '  '
        return parts

    def _cut(self, parts, line, used, width):
        """A piece wider than a line: what fits of it, or a line of its own."""
        room = 1 if width < 1 else width - used
        if self.break_long_words:
            end = room
            piece = parts[0]
            if self.break_on_hyphens and len(piece) > room:
                at = piece.rfind('-', 0, room)
                if at > 0 and any(c != '-' for c in piece[:at]):
                    end = at + 1
            line.append(piece[:end])
            parts[0] = piece[end:]
        elif not line:
            line.append(parts.pop(0))

    def wrap(self, text):
        if self.width <= 0:
            raise ValueError(f'invalid width {self.width!r} (must be > 0)')
        if self.max_lines is not None:
            indent = self.subsequent_indent if self.max_lines > 1 else self.initial_indent
            if len(indent) + len(self.placeholder.lstrip()) > self.width:
                raise ValueError('placeholder too large for max width')
        parts = self._pieces(text)
        lines = []
        while parts:
            indent = self.subsequent_indent if lines else self.initial_indent
            width = self.width - len(indent)
            if self.drop_whitespace and parts[0].strip() == '' and lines:
                del parts[0]
            line, used = [], 0
            while parts and used + len(parts[0]) <= width:
                line.append(parts.pop(0))
                used += len(line[-1])
            if parts and len(parts[0]) > width:
                self._cut(parts, line, used, width)
                used = sum(map(len, line))
            if self.drop_whitespace and line and line[-1].strip() == '':
                used -= len(line.pop())
            if not line:
                continue
            last = not parts or self.drop_whitespace and len(parts) == 1 and not parts[0].strip()
            if self.max_lines is None or len(lines) + 1 < self.max_lines or last and used <= width:
                lines.append(indent + ''.join(line))
                continue
            while line:
                if line[-1].strip() and used + len(self.placeholder) <= width:
                    lines.append(indent + ''.join(line) + self.placeholder)
                    break
                used -= len(line.pop())
            else:
                if lines and len(lines[-1].rstrip()) + len(self.placeholder) <= self.width:
                    lines[-1] = lines[-1].rstrip() + self.placeholder
                else:
                    lines.append(indent + self.placeholder.lstrip())
            break
        return lines

    def fill(self, text):
        return '\n'.join(self.wrap(text))

def wrap(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).wrap(text)
def fill(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).fill(text)
def shorten(text, width, **kwargs):
    return TextWrapper(width=width, max_lines=1, **kwargs).fill(' '.join(text.strip().split()))
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
    return '\n'.join(l[len(margin):] if l.strip(' \t') else '' for l in lines)
def indent(text, prefix, predicate=None):
    return ''.join(prefix + l if (predicate(l) if predicate else l.strip()) else l for l in text.splitlines(True))
