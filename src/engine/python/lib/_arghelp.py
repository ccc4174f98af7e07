"""What argparse prints about a parser: usage lines and the help text, laid out as CPython 3.11 does.

A formatter is given a width and answers text; the classes of argparse differ in the hooks at its top. Its sections are made in
one go by `page`, so building a help text piece by piece (add_text, start_section) is left out. What it needs of the library is
imported where text is made: most programs that parse arguments print no help.
"""
SUPPRESS = '==SUPPRESS=='
_PARTS = r'\(.*?\)+(?=\s|$)|\[.*?\]+(?=\s|$)|\S+'

class HelpFormatter:
    def __init__(self, prog, indent_increment=2, max_help_position=24, width=None):
        if width is None:
            width = 78  # a terminal of 80 columns, which is what there is without one
        self._prog = prog
        self._width = width
        self._indent_increment = indent_increment
        self._max_help_position = min(max_help_position, max(width - 20, indent_increment * 2))

    # What the classes of argparse change.
    def _fill_text(self, text, width, indent):
        import textwrap
        return textwrap.fill(' '.join(text.split()), width, initial_indent=indent, subsequent_indent=indent)
    def _split_lines(self, text, width):
        import textwrap
        return textwrap.wrap(' '.join(text.split()), width)
    def _get_help_string(self, action):
        return action.help
    def _get_default_metavar_for_optional(self, action):
        return action.dest.upper()
    def _get_default_metavar_for_positional(self, action):
        return action.dest

    def _metavars(self, action, count):
        if action.metavar is not None:
            name = action.metavar
        elif action.choices is not None:
            name = '{' + ','.join(str(c) for c in action.choices) + '}'
        elif action.option_strings:
            name = self._get_default_metavar_for_optional(action)
        else:
            name = self._get_default_metavar_for_positional(action)
        return name if isinstance(name, tuple) else (name,) * count
    def _format_args(self, action):
        n = action.nargs
        if n is None:
            return '%s' % self._metavars(action, 1)
        if n == '?':
            return '[%s]' % self._metavars(action, 1)
        if n == '*':
            names = self._metavars(action, 1)
            return '[%s [%s ...]]' % names if len(names) == 2 else '[%s ...]' % names
        if n == '+':
            return '%s [%s ...]' % self._metavars(action, 2)
        if n == '...':
            return '...'
        if n == 'A...':
            return '%s ...' % self._metavars(action, 1)
        if n == SUPPRESS:
            return ''
        return ' '.join(['%s'] * n) % self._metavars(action, n)
    def _format_action_invocation(self, action):
        if not action.option_strings:
            return ' '.join(self._metavars(action, 1))
        if action.nargs == 0:
            return ', '.join(action.option_strings)
        return ', '.join(f'{s} {self._format_args(action)}' for s in action.option_strings)

    def _one_usage(self, action, grouped):
        if not action.option_strings:
            part = self._format_args(action)
            return part[1:-1] if grouped and part[:1] == '[' and part[-1:] == ']' else part
        part = action.format_usage() if action.nargs == 0 else f'{action.option_strings[0]} {self._format_args(action)}'
        return part if action.required or grouped else f'[{part}]'
    def _usage_text(self, actions, groups):
        before, grouped = {}, set()
        for group in groups:
            members = group._members
            shown = sum(a.help is not SUPPRESS for a in members)
            if not shown or members[0] not in actions:
                continue
            start = actions.index(members[0])
            end = start + len(members)
            if actions[start:end] != members:
                continue
            grouped.update(members)
            if not group.required or shown > 1:
                opened, closed = '()' if group.required else '[]'
                before[start] = before[start] + ' ' + opened if start in before else opened
                before[end] = before.get(end, '') + closed
            for i in range(start + 1, end):
                before[i] = '|'
        parts = []
        for i, action in enumerate(actions):
            if action.help is SUPPRESS:
                parts.append(None)
                if before.get(i) == '|':
                    del before[i]
                elif before.get(i + 1) == '|':
                    del before[i + 1]
            else:
                parts.append(self._one_usage(action, action in grouped))
        for i in sorted(before, reverse=True):
            parts.insert(i, before[i])
        text = ' '.join(p for p in parts if p is not None)
        import re
        text = re.sub(r'([\[(]) ', r'\1', text)
        text = re.sub(r' ([\])])', r'\1', text)
        return re.sub(r'[\[(] *[\])]', '', text).strip()
    def _rows(self, parts, indent, used):
        rows, row, length = [], [], used
        for part in parts:
            if row and length + 1 + len(part) > self._width:
                rows.append(indent + ' '.join(row))
                row, length = [], len(indent) - 1
            row.append(part)
            length += len(part) + 1
        if row:
            rows.append(indent + ' '.join(row))
        return rows
    def _format_usage(self, usage, actions, groups, prefix=None):
        if prefix is None:
            prefix = 'usage: '
        prog = self._prog
        if usage is not None:
            return f"{prefix}{usage % dict(prog=prog)}\n\n"
        options = self._usage_text([a for a in actions if a.option_strings], groups)
        places = self._usage_text([a for a in actions if not a.option_strings], groups)
        text = ' '.join(p for p in (prog, self._usage_text([a for a in actions if a.option_strings] + [a for a in actions if not a.option_strings], groups)) if p)
        if len(prefix) + len(text) > self._width:
            import re
            options, places = re.findall(_PARTS, options), re.findall(_PARTS, places)
            if len(prefix) + len(prog) <= 0.75 * self._width:
                indent = ' ' * (len(prefix) + len(prog) + 1)
                first = [prog] + (options or places)
                rows = self._rows(first, indent, len(prefix) - 1)
                rows[0] = rows[0][len(indent):]
                if options:
                    rows += self._rows(places, indent, len(indent) - 1)
            else:
                indent = ' ' * len(prefix)
                rows = self._rows(options + places, indent, len(indent) - 1)
                if len(rows) > 1:
                    rows = self._rows(options, indent, len(indent) - 1) + self._rows(places, indent, len(indent) - 1)
                rows.insert(0, prog)
            text = '\n'.join(rows)
        return f'{prefix}{text}\n\n'

    def _expand_help(self, action):
        known = {k: v for k, v in dict(vars(action), prog=self._prog).items() if v is not SUPPRESS}
        for k, v in known.items():
            if hasattr(v, '__name__'):
                known[k] = v.__name__
        if known.get('choices') is not None:
            known['choices'] = ', '.join(str(c) for c in known['choices'])
        return self._get_help_string(action) % known
    def _format_text(self, text, indent):
        if '%(prog)' in text:
            text = text % dict(prog=self._prog)
        return self._fill_text(text, max(self._width - indent, 11), ' ' * indent) + '\n\n'
    def _format_action(self, action, indent, longest):
        position = min(longest + 2, self._max_help_position)
        width = position - indent - 2
        head = self._format_action_invocation(action)
        start = 0
        if not action.help:
            out = [' ' * indent + head + '\n']
        elif len(head) <= width:
            out = [f"{' ' * indent}{head:<{width}}  "]
        else:
            out = [' ' * indent + head + '\n']
            start = position
        if action.help and action.help.strip():
            text = self._expand_help(action)
            if text:
                for line in self._split_lines(text, max(self._width - position, 11)):
                    out.append(' ' * start + line + '\n')
                    start = position
        elif not out[0].endswith('\n'):
            out.append('\n')
        for sub in action._shown_choices():
            out.append(self._format_action(sub, indent + self._indent_increment, longest))
        return ''.join(out)
    def page(self, usage, actions, groups, description, sections, epilog):
        step = self._indent_increment
        shown = [[a for a in listed if a.help is not SUPPRESS] for _, _, listed in sections]
        widths = [len(self._format_action_invocation(a)) + step for listed in shown for a in listed]
        widths += [len(self._format_action_invocation(s)) + step for listed in shown for a in listed for s in a._shown_choices()]
        longest = max(widths, default=0)
        out = self._format_usage(usage, actions, groups)
        if description is not None and description is not SUPPRESS:
            out += self._format_text(description, 0)
        for (title, text, _), listed in zip(sections, shown):
            body = self._format_text(text, step) if text is not None and text is not SUPPRESS else ''
            body += ''.join(self._format_action(a, step, longest) for a in listed)
            if body:
                head = f'{title}:\n' if title is not None and title is not SUPPRESS else ''
                out += f'\n{head}{body}\n'
        if epilog is not None and epilog is not SUPPRESS:
            out += self._format_text(epilog, 0)
        return tidied(out)

def tidied(text):
    import re
    return re.sub('\n\n\n+', '\n\n', text).strip('\n') + '\n'

class RawDescriptionHelpFormatter(HelpFormatter):
    def _fill_text(self, text, width, indent):
        return ''.join(indent + line for line in text.splitlines(keepends=True))

class RawTextHelpFormatter(RawDescriptionHelpFormatter):
    def _split_lines(self, text, width):
        return text.splitlines()

class ArgumentDefaultsHelpFormatter(HelpFormatter):
    def _get_help_string(self, action):
        text = action.help
        if text is None:
            text = ''
        if '%(default)' not in text and action.default is not SUPPRESS and (action.option_strings or action.nargs in ('?', '*')):
            text += ' (default: %(default)s)'
        return text

class MetavarTypeHelpFormatter(HelpFormatter):
    def _get_default_metavar_for_optional(self, action):
        return action.type.__name__
    def _get_default_metavar_for_positional(self, action):
        return action.type.__name__
for _kind in (HelpFormatter, RawDescriptionHelpFormatter, RawTextHelpFormatter, ArgumentDefaultsHelpFormatter, MetavarTypeHelpFormatter):
    _kind.__module__ = 'argparse'
