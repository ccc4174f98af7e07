"""argparse: options, positionals and subcommands over the arguments a run was given.

Parsing, defaults, types, choices, actions and error texts are CPython 3.11's. Errors print the usage to standard error
and end with status 2. What is printed about a parser is `_arghelp`'s. Leaves out: argument files, intermixed parsing.
"""
import sys
from _atlas import refuse as _unsupported
from _arghelp import (ArgumentDefaultsHelpFormatter, HelpFormatter, MetavarTypeHelpFormatter, RawDescriptionHelpFormatter, RawTextHelpFormatter,
                      SUPPRESS, tidied as _tidied)

OPTIONAL, ZERO_OR_MORE, ONE_OR_MORE, PARSER, REMAINDER = '?', '*', '+', 'A...', '...'

class ArgumentError(Exception):
    def __init__(self, argument, message):
        self.argument_name = None if argument is None else argument._shown()
        self.message = message
    def __str__(self):
        if self.argument_name is None:
            return self.message
        return f'argument {self.argument_name}: {self.message}'

class ArgumentTypeError(Exception):
    pass

class Namespace:
    def __init__(self, **kwargs):
        for name in kwargs:
            setattr(self, name, kwargs[name])
    def __repr__(self):
        parts, star = [], {}
        for name, value in self.__dict__.items():
            if name.isidentifier():
                parts.append(f'{name}={value!r}')
            else:
                star[name] = value
        if star:
            parts.append(f'**{star!r}')
        return f"{type(self).__name__}({', '.join(parts)})"
    def __eq__(self, other):
        if not isinstance(other, Namespace):
            return NotImplemented
        return vars(self) == vars(other)
    def __contains__(self, key):
        return key in self.__dict__

class FileType:
    def __init__(self, mode='r', bufsize=-1, encoding=None, errors=None):
        self._mode = mode
    def __call__(self, string):
        _unsupported('argparse.FileType')

class Action:
    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None, required=False, help=None, metavar=None):
        self.option_strings = option_strings
        self.dest = dest
        self.nargs = nargs
        self.const = const
        self.default = default
        self.type = type
        self.choices = choices
        self.required = required
        self.help = help
        self.metavar = metavar
    def _shown(self):
        if self.option_strings:
            return '/'.join(self.option_strings)
        if self.metavar not in (None, SUPPRESS):
            return self.metavar
        if self.dest not in (None, SUPPRESS):
            return self.dest
        if self.choices:
            return '{' + ','.join(self.choices) + '}'
        return None
    def format_usage(self):
        return self.option_strings[0]
    def _shown_choices(self):
        return ()
    def __call__(self, parser, namespace, values, option_string=None):
        raise NotImplementedError('.__call__() not defined')

class _StoreAction(Action):
    def __init__(self, option_strings, dest, nargs=None, **kwargs):
        if nargs == 0:
            raise ValueError('nargs for store actions must be != 0; if you have nothing to store, actions such as store true or store const may be more appropriate')
        if kwargs.get('const') is not None and nargs != OPTIONAL:
            raise ValueError(f'nargs must be {OPTIONAL!r} to supply const')
        super().__init__(option_strings, dest, nargs=nargs, **kwargs)
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, values)

class _StoreConstAction(Action):
    def __init__(self, option_strings, dest, const=None, default=None, required=False, help=None, metavar=None):
        super().__init__(option_strings, dest, nargs=0, const=const, default=default, required=required, help=help)
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, self.const)

class _StoreTrueAction(_StoreConstAction):
    def __init__(self, option_strings, dest, default=False, required=False, help=None):
        super().__init__(option_strings, dest, const=True, default=default, required=required, help=help)

class _StoreFalseAction(_StoreConstAction):
    def __init__(self, option_strings, dest, default=True, required=False, help=None):
        super().__init__(option_strings, dest, const=False, default=default, required=required, help=help)

class BooleanOptionalAction(Action):
    def __init__(self, option_strings, dest, default=None, type=None, choices=None, required=False, help=None, metavar=None):
        both = []
        for s in option_strings:
            both.append(s)
            if s.startswith('--'):
                both.append('--no-' + s[2:])
        super().__init__(both, dest, nargs=0, default=default, type=type, choices=choices, required=required, help=help, metavar=metavar)
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, not option_string.startswith('--no-'))
    def format_usage(self):
        return ' | '.join(self.option_strings)

class _AppendAction(_StoreAction):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, list(getattr(namespace, self.dest, None) or []) + [values])

class _ExtendAction(_StoreAction):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, list(getattr(namespace, self.dest, None) or []) + list(values))

class _AppendConstAction(_StoreConstAction):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, list(getattr(namespace, self.dest, None) or []) + [self.const])

class _CountAction(Action):
    def __init__(self, option_strings, dest, default=None, required=False, help=None):
        super().__init__(option_strings, dest, nargs=0, default=default, required=required, help=help)
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, (getattr(namespace, self.dest, None) or 0) + 1)

class _HelpAction(Action):
    def __init__(self, option_strings, dest=SUPPRESS, default=SUPPRESS, help=None):
        super().__init__(option_strings, dest, nargs=0, default=default, help=help)
    def __call__(self, parser, namespace, values, option_string=None):
        parser.print_help()
        parser.exit()

class _VersionAction(Action):
    def __init__(self, option_strings, version=None, dest=SUPPRESS, default=SUPPRESS, help="show program's version number and exit"):
        super().__init__(option_strings, dest, nargs=0, default=default, help=help)
        self.version = version
    def __call__(self, parser, namespace, values, option_string=None):
        sys.stdout.write(_tidied(parser._formatter()._format_text(self.version or parser.version, 0)))
        parser.exit()

class _SubParsersAction(Action):
    def __init__(self, option_strings, prog, parser_class, dest=SUPPRESS, required=False, help=None, metavar=None):
        self._prog = prog
        self._parser_class = parser_class
        self._parsers = {}
        self._rows = []
        super().__init__(option_strings, dest, nargs=PARSER, choices=self._parsers, required=required, help=help, metavar=metavar)
    def _shown_choices(self):
        return self._rows
    def add_parser(self, name, *, aliases=(), **kwargs):
        kwargs.setdefault('prog', f'{self._prog} {name}')
        for n in (name, *aliases):
            if n in self._parsers:
                raise ArgumentError(self, f"conflicting subparser{'' if n is name else ' alias'}: {n}")
        if 'help' in kwargs:
            shown = f"{name} ({', '.join(aliases)})" if aliases else name
            self._rows.append(Action([], name, help=kwargs.pop('help'), metavar=shown))
        parser = self._parser_class(**kwargs)
        for n in (name, *aliases):
            self._parsers[n] = parser
        return parser
    def __call__(self, parser, namespace, values, option_string=None):
        name, rest = values[0], values[1:]
        if self.dest is not SUPPRESS:
            setattr(namespace, self.dest, name)
        sub, left = self._parsers[name].parse_known_args(rest, None)
        for key, value in vars(sub).items():
            setattr(namespace, key, value)
        if left:
            vars(namespace).setdefault('_unrecognized_args', [])
            getattr(namespace, '_unrecognized_args').extend(left)

_ACTIONS = {None: _StoreAction, 'store': _StoreAction, 'store_const': _StoreConstAction, 'store_true': _StoreTrueAction,
            'store_false': _StoreFalseAction, 'append': _AppendAction, 'append_const': _AppendConstAction, 'count': _CountAction,
            'help': _HelpAction, 'version': _VersionAction, 'extend': _ExtendAction}

class _Group:
    def __init__(self, container, title=None, description=None, required=False, exclusive=False):
        self.title = title
        self.description = description
        self.required = required
        self._container = container
        self._exclusive = exclusive
        self._members = []
    def _register(self, action):
        container = self._container
        if self._exclusive:
            return container._register(action)
        self._members.append(action)
        return container._add(action)
    def add_argument(self, *args, **kwargs):
        action = self._parser()._made(args, kwargs)
        if self._exclusive:
            if action.required:
                raise ValueError('mutually exclusive arguments must be optional')
            self._members.append(action)
        return self._register(action)
    def add_argument_group(self, *args, **kwargs):
        return self._container.add_argument_group(*args, **kwargs)
    def add_mutually_exclusive_group(self, required=False):
        group = _Group(self, required=required, exclusive=True)
        self._parser()._groups.append(group)
        return group
    def _parser(self):
        return self._container._parser()
    def set_defaults(self, **kwargs):
        self._container.set_defaults(**kwargs)

def _is_number(text):
    body = text[1:]
    whole, dot, part = body.partition('.')
    return text.startswith('-') and (whole.isdigit() and (not dot or part.isdigit() or part == '') or whole == '' and part.isdigit())

class ArgumentParser:
    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=(), formatter_class=HelpFormatter, prefix_chars='-',
                 fromfile_prefix_chars=None, argument_default=None, conflict_handler='error', add_help=True, allow_abbrev=True, exit_on_error=True):
        if prefix_chars != '-' or fromfile_prefix_chars is not None:
            _unsupported('argparse with other prefixes')
        if prog is None:
            prog = sys.argv[0].rsplit('/', 1)[-1]
        self.prog = prog
        self.usage = usage
        self.description = description
        self.epilog = epilog
        self.argument_default = argument_default
        self.conflict_handler = conflict_handler
        self.allow_abbrev = allow_abbrev
        self.exit_on_error = exit_on_error
        self._defaults = {}
        self._actions = []
        self._options = {}
        self._groups = []
        self._formatter_class = formatter_class
        self._places = _Group(self, 'positional arguments')
        self._optional = _Group(self, 'options')
        self._sections = [self._places, self._optional]
        self._subparsers = None
        self._numbers = False
        if add_help:
            self.add_argument('-h', '--help', action='help', default=SUPPRESS, help='show this help message and exit')
        for parent in parents:
            own = {section.title: section for section in self._sections}
            for section in parent._sections:
                if section.title not in own:
                    own[section.title] = self.add_argument_group(section.title, section.description)
                for action in section._members:
                    own[section.title]._register(action)
            self._groups += parent._groups
            self._defaults.update(parent._defaults)
    def register(self, registry, name, value):
        if registry == 'action':
            _ACTIONS[name] = value
    def set_defaults(self, **kwargs):
        self._defaults.update(kwargs)
        for action in self._actions:
            if action.dest in kwargs:
                action.default = kwargs[action.dest]
    def get_default(self, dest):
        for action in self._actions:
            if action.dest == dest and action.default is not None:
                return action.default
        return self._defaults.get(dest, None)
    def add_argument_group(self, title=None, description=None, **kwargs):
        group = _Group(self, title, description)
        self._sections.append(group)
        return group
    def add_mutually_exclusive_group(self, required=False):
        group = _Group(self, required=required, exclusive=True)
        self._groups.append(group)
        return group
    def add_subparsers(self, *, title=None, description=None, prog=None, parser_class=None, action=None, dest=SUPPRESS, required=False, help=None, metavar=None):
        if self._subparsers is not None:
            self.error('cannot have multiple subparser arguments')
        if prog is None:
            places = [a for a in self._actions if not a.option_strings]
            prog = self._formatter()._format_usage(self.usage, places, self._groups, '').strip()
        self._subparsers = _SubParsersAction([], prog, parser_class or type(self), dest, required, help, metavar)
        titled = title is not None or description is not None
        (self.add_argument_group(title or 'subcommands', description) if titled else self._places)._members.append(self._subparsers)
        self._actions.append(self._subparsers)
        return self._subparsers
    def add_argument(self, *args, **kwargs):
        return self._register(self._made(args, kwargs))
    def _register(self, action):
        return (self._optional if action.option_strings else self._places)._register(action)
    def _parser(self):
        return self
    def _made(self, args, kwargs):
        if not args or len(args) == 1 and not args[0].startswith('-'):
            if args and 'dest' in kwargs:
                raise ValueError('dest supplied twice for positional argument')
            kwargs['dest'] = args[0] if args else kwargs.get('dest')
            if kwargs['dest'] is None:
                raise TypeError("missing 1 required positional argument: 'dest'")
            if 'required' in kwargs:
                raise TypeError("'required' is an invalid argument for positionals")
            kwargs['required'] = kwargs.get('nargs') not in (OPTIONAL, ZERO_OR_MORE, REMAINDER) or kwargs.get('nargs') == ZERO_OR_MORE and 'default' not in kwargs
            kwargs['option_strings'] = []
        else:
            long = [a for a in args if a.startswith('--') and len(a) > 2]
            for a in args:
                if not a.startswith('-'):
                    raise ValueError(f'invalid option string {a!r}: must start with a character {"-"!r}')
            dest = kwargs.pop('dest', None)
            if dest is None:
                dest = (long or args)[0].lstrip('-')
                if not dest:
                    raise ValueError(f'dest= is required for options like {args[0]!r}')
                dest = dest.replace('-', '_')
            kwargs['dest'] = dest
            kwargs['option_strings'] = list(args)
        if 'default' not in kwargs:
            if kwargs['dest'] in self._defaults:
                kwargs['default'] = self._defaults[kwargs['dest']]
            elif self.argument_default is not None:
                kwargs['default'] = self.argument_default
        name = kwargs.pop('action', None)
        make = name if isinstance(name, type) else _ACTIONS.get(name)
        if make is None:
            raise ValueError(f'unknown action "{name}"')
        positional = not kwargs['option_strings']
        if positional and make is not _StoreAction and not issubclass(make, _StoreAction):
            kwargs.pop('required', None)
        action = make(**kwargs)
        if action.type is not None and not callable(action.type):
            raise ValueError(f'{action.type!r} is not callable')
        if isinstance(action.metavar, tuple):
            try:
                self._formatter()._format_args(action)
            except TypeError:
                raise ValueError('length of metavar tuple does not match nargs')
        return action
    def _add(self, action):
        for s in action.option_strings:
            if s in self._options:
                if self.conflict_handler != 'resolve':
                    taken = [o for o in action.option_strings if o in self._options]
                    raise ArgumentError(action, f"conflicting option string{'s' if len(taken) > 1 else ''}: {', '.join(taken)}")
                old = self._options[s]
                old.option_strings.remove(s)
                if not old.option_strings:
                    self._actions.remove(old)
                    for section in (*self._sections, *self._groups):
                        if old in section._members:
                            section._members.remove(old)
            self._options[s] = action
            if _is_number(s):
                self._numbers = True
        self._actions.append(action)
        return action
    def parse_args(self, args=None, namespace=None):
        args, left = self.parse_known_args(args, namespace)
        if left:
            self.error('unrecognized arguments: ' + ' '.join(left))
        return args
    def parse_known_args(self, args=None, namespace=None):
        args = list(sys.argv[1:] if args is None else args)
        if namespace is None:
            namespace = Namespace()
        for action in self._actions:
            if action.dest is not SUPPRESS and not hasattr(namespace, action.dest) and action.default is not SUPPRESS:
                setattr(namespace, action.dest, action.default)
        for dest, value in self._defaults.items():
            if not hasattr(namespace, dest):
                setattr(namespace, dest, value)
        if not self.exit_on_error:
            return self._parse(args, namespace)
        try:
            return self._parse(args, namespace)
        except ArgumentError as err:
            self.error(str(err))
    def _option(self, text):
        """None for a positional, else the action, the option as written, and a value given with it."""
        if not text or not text.startswith('-') or len(text) == 1:
            return None
        if text in self._options:
            return self._options[text], text, None
        if '=' in text:
            name, _, value = text.partition('=')
            if name in self._options:
                return self._options[name], name, value
        found = self._prefixed(text)
        if len(found) > 1:
            raise ArgumentError(None, f"ambiguous option: {text} could match {', '.join(o for _, o, _ in found)}")
        if found:
            return found[0]
        if _is_number(text) and not self._numbers:
            return None
        if ' ' in text:
            return None
        return None, text, None
    def _prefixed(self, text):
        out = []
        if text.startswith('--'):
            if self.allow_abbrev:
                name, eq, value = text.partition('=')
                out = [(a, o, value if eq else None) for o, a in self._options.items() if o.startswith(name)]
        else:
            short, rest = text[:2], text[2:]
            for o, a in self._options.items():
                if o == short:
                    out.append((a, o, rest))
                elif o.startswith(text):
                    out.append((a, o, None))
        return out
    def _parse(self, args, namespace):
        kinds, found = [], {}
        dashes = False
        for i, text in enumerate(args):
            if dashes:
                kinds.append('A')
            elif text == '--':
                kinds.append('-')
                dashes = True
            else:
                option = self._option(text)
                if option is None:
                    kinds.append('A')
                else:
                    found[i] = option
                    kinds.append('O')
        positionals = [a for a in self._actions if not a.option_strings]
        seen, given, left = set(), set(), []
        def take(action, values, option=None):
            seen.add(action)
            value = self._values(action, values)
            if value is not action.default:
                given.add(action)
                for g in self._groups:
                    if action in g._members:
                        for other in g._members:
                            if other is not action and other in given:
                                raise ArgumentError(action, f'not allowed with argument {other._shown()}')
            if value is not SUPPRESS:
                action(self, namespace, value, option)
        def run(start):
            """How many values stand from here on, up to the next option."""
            n = start
            while n < len(args) and kinds[n] != 'O':
                n += 1
            return n
        def feed(at):
            while positionals:
                end = run(at)
                values = [i for i in range(at, end) if kinds[i] == 'A']
                least = [_least(a) for a in positionals]
                # As many actions as can be served with what stands here; the first takes what the others leave.
                count = 0
                need = 0
                while count < len(positionals) and need + least[count] <= len(values):
                    need += least[count]
                    count += 1
                if count == 0:
                    return at
                served = positionals[:count]
                pos = 0
                for k, action in enumerate(served):
                    room = len(values) - pos - sum(least[k + 1:count])
                    n = min(room, _most(action, room))
                    if action.nargs in (PARSER, REMAINDER):
                        where = values[pos] if pos < len(values) else at
                        rest = [a for a in args[where:] if a != '--' or action.nargs == PARSER]
                        if action.nargs == PARSER and not rest:
                            return at
                        positionals.clear()
                        take(action, rest)
                        return len(args)
                    picked = [args[i] for i in values[pos:pos + n]]
                    pos += n
                    take(action, picked)
                del positionals[:count]
                at = values[pos - 1] + 1 if pos > 0 else at
                if pos == len(values) or not positionals:
                    return end if pos == len(values) else at
            return at
        at = 0
        last = max(found) if found else -1
        while at <= last:
            if kinds[at] != 'O':
                moved = feed(at)
                if moved > at:
                    at = moved
                    continue
                nxt = min(i for i in found if i >= at)
                left.extend(a for a, k in zip(args[at:nxt], kinds[at:nxt]) if k != '-')
                at = nxt
                continue
            action, option, value = found[at]
            if action is None:
                left.append(args[at])
                at += 1
                continue
            at += 1
            if value is not None:
                if action.nargs == 0:
                    if option.startswith('--') or option == '-':
                        raise ArgumentError(action, f'ignored explicit argument {value!r}')
                    take(action, [], option)
                    again = '-' + value
                    if again[:2] not in self._options:
                        raise ArgumentError(action, f'ignored explicit argument {value!r}')
                    nxt = self._options[again[:2]]
                    found[at - 1] = (nxt, again[:2], again[2:] or None)
                    at -= 1
                    continue
                if _least(action) > 1:
                    raise ArgumentError(action, _wanted(action))
                take(action, [value], option)
                continue
            end = run(at)
            values = [i for i in range(at, end) if kinds[i] == 'A']
            if action.nargs == REMAINDER:
                values = list(range(at, len(args)))
            if len(values) < _least(action):
                raise ArgumentError(action, _wanted(action))
            n = min(len(values), _most(action, len(values)))
            take(action, [args[i] for i in values[:n]], option)
            at = values[n - 1] + 1 if n > 0 else at
        stop = feed(at)
        left.extend(a for a, k in zip(args[stop:], kinds[stop:]) if k != '-')
        missing = []
        for action in self._actions:
            if action in seen:
                continue
            if action.required:
                missing.append(action._shown())
            elif action.default is not None and isinstance(action.default, str) and hasattr(namespace, action.dest) and action.default is getattr(namespace, action.dest):
                setattr(namespace, action.dest, self._value(action, action.default))
        if missing:
            self.error('the following arguments are required: ' + ', '.join(missing))
        for g in self._groups:
            if g.required and not any(a in given for a in g._members):
                names = [a._shown() for a in g._members if a.help is not SUPPRESS]
                self.error(f"one of the arguments {' '.join(names)} is required")
        if hasattr(namespace, '_unrecognized_args'):
            left.extend(namespace._unrecognized_args)
            delattr(namespace, '_unrecognized_args')
        return namespace, left
    def _values(self, action, texts):
        nargs = action.nargs
        if not texts and nargs == OPTIONAL:
            value = action.const if action.option_strings else action.default
            if isinstance(value, str):
                value = self._value(action, value)
                self._check(action, value)
            return value
        if not texts and nargs == ZERO_OR_MORE and not action.option_strings:
            return action.default if action.default is not None else texts
        if len(texts) == 1 and nargs in (None, OPTIONAL):
            value = self._value(action, texts[0])
            self._check(action, value)
            return value
        if nargs == REMAINDER:
            return [self._value(action, t) for t in texts]
        if nargs == PARSER:
            value = [self._value(action, t) for t in texts]
            self._check(action, value[0])
            return value
        value = [self._value(action, t) for t in texts]
        for v in value:
            self._check(action, v)
        return value
    def _value(self, action, text):
        convert = action.type
        if convert is None:
            return text
        try:
            return convert(text)
        except ArgumentTypeError as err:
            raise ArgumentError(action, str(err))
        except (TypeError, ValueError):
            name = getattr(convert, '__name__', repr(convert))
            raise ArgumentError(action, f'invalid {name} value: {text!r}')
    def _check(self, action, value):
        if action.choices is not None and value not in action.choices:
            raise ArgumentError(action, f"invalid choice: {value!r} (choose from {', '.join(map(repr, action.choices))})")
    def _formatter(self):
        return self._formatter_class(prog=self.prog)
    def format_usage(self):
        return _tidied(self._formatter()._format_usage(self.usage, self._actions, self._groups))
    def format_help(self):
        sections = [(s.title, s.description, s._members) for s in self._sections]
        return self._formatter().page(self.usage, self._actions, self._groups, self.description, sections, self.epilog)
    def print_usage(self, file=None):
        (file or sys.stdout).write(self.format_usage())
    def print_help(self, file=None):
        (file or sys.stdout).write(self.format_help())
    def exit(self, status=0, message=None):
        if message:
            sys.stderr.write(message)
        sys.exit(status)
    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(2, f'{self.prog}: error: {message}\n')

def _least(action):
    n = action.nargs
    return n if isinstance(n, int) else 1 if n in (None, ONE_OR_MORE, PARSER) else 0

def _most(action, room):
    n = action.nargs
    return n if isinstance(n, int) else 1 if n in (None, OPTIONAL) else room

def _wanted(action):
    n = action.nargs
    texts = {None: 'expected one argument', OPTIONAL: 'expected at most one argument', ONE_OR_MORE: 'expected at least one argument'}
    if n in texts:
        return texts[n]
    return f"expected {n} argument{'' if n == 1 else 's'}"
