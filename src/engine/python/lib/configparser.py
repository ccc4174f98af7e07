"""configparser: settings in sections, read from texts and from the program's files, with basic interpolation. Converters, other
interpolations and other spellings of the syntax are refused by name."""
import re as _re
from collections.abc import MutableMapping as _Mapping
from _os import refuse as _refuse

DEFAULTSECT = 'DEFAULT'
MAX_INTERPOLATION_DEPTH = 10

class Error(Exception):
    def __init__(self, msg=''):
        self.message = msg
        super().__init__(msg)
    def __repr__(self):
        return self.message
    __str__ = __repr__

class NoSectionError(Error):
    def __init__(self, section):
        super().__init__(f'No section: {section!r}')
        self.section, self.args = section, (section,)
class DuplicateSectionError(Error):
    def __init__(self, section, source=None, lineno=None):
        where = '' if source is None else f'While reading from {source!r}' + ('' if lineno is None else f' [line {lineno:2d}]') + ': section '
        super().__init__(f'{where}{section!r} already exists' if where else f'Section {section!r} already exists')
        self.section, self.source, self.lineno, self.args = section, source, lineno, (section, source, lineno)
class DuplicateOptionError(Error):
    def __init__(self, section, option, source=None, lineno=None):
        where = '' if source is None else f'While reading from {source!r}' + ('' if lineno is None else f' [line {lineno:2d}]') + ': '
        super().__init__(f'{where}option {option!r} in section {section!r} already exists' if where else f'Option {option!r} in section {section!r} already exists')
        self.section, self.option, self.source, self.lineno, self.args = section, option, source, lineno, (section, option, source, lineno)
class NoOptionError(Error):
    def __init__(self, option, section):
        super().__init__(f'No option {option!r} in section: {section!r}')
        self.option, self.section, self.args = option, section, (option, section)
class InterpolationError(Error):
    def __init__(self, option, section, msg):
        super().__init__(msg)
        self.option, self.section, self.args = option, section, (option, section, msg)
class InterpolationMissingOptionError(InterpolationError):
    def __init__(self, option, section, rawval, reference):
        super().__init__(option, section, f'Bad value substitution: option {option!r} in section {section!r} contains an interpolation key '
                                          f'{reference!r} which is not a valid option name. Raw value: {rawval!r}')
        self.reference, self.args = reference, (option, section, rawval, reference)
class InterpolationSyntaxError(InterpolationError):
    pass
class InterpolationDepthError(InterpolationError):
    def __init__(self, option, section, rawval):
        super().__init__(option, section, f'Recursion limit exceeded in value substitution: option {option!r} in section {section!r} contains an '
                                          f'interpolation key which cannot be substituted in {MAX_INTERPOLATION_DEPTH} steps. Raw value: {rawval!r}')
        self.args = (option, section, rawval)
class ParsingError(Error):
    def __init__(self, source):
        super().__init__(f'Source contains parsing errors: {source!r}')
        self.source, self.errors, self.args = source, [], (source,)
    def append(self, lineno, line):
        self.errors.append((lineno, line))
        self.message += f'\n\t[line {lineno:2d}]: {line}'
class MissingSectionHeaderError(ParsingError):
    def __init__(self, filename, lineno, line):
        Error.__init__(self, f'File contains no section headers.\nfile: {filename!r}, line: {lineno}\n{line!r}')
        self.source, self.lineno, self.line, self.args = filename, lineno, line, (filename, lineno, line)

_UNSET = object()

class Interpolation:
    def get(self, parser, section, option, value, defaults):
        return value
    def check(self, value):
        return value

class BasicInterpolation(Interpolation):
    def get(self, parser, section, option, value, defaults):
        return self._filled(parser, option, value, section, defaults, 1)
    def check(self, value):
        if '%' in _re.sub(r'%\([^)]+\)s', '', value.replace('%%', '')):
            raise ValueError(f"invalid interpolation syntax in {value!r} at position {value.find('%'):d}")
        return value
    def _filled(self, parser, option, rest, section, defaults, depth):
        raw = parser.get(section, option, raw=True, fallback=rest)
        if depth > MAX_INTERPOLATION_DEPTH:
            raise InterpolationDepthError(option, section, raw)
        out = ''
        while rest:
            p = rest.find('%')
            if p < 0:
                return out + rest
            out, rest = out + rest[:p], rest[p:]
            if rest[1:2] == '%':
                out, rest = out + '%', rest[2:]
            elif rest[1:2] == '(':
                m = _re.match(r'%\(([^)]+)\)s', rest)
                if m is None:
                    raise InterpolationSyntaxError(option, section, f'bad interpolation variable reference {rest!r}')
                name, rest = parser.optionxform(m[1]), rest[m.end():]
                if name not in defaults:
                    raise InterpolationMissingOptionError(option, section, raw, name)
                v = defaults[name]
                out += self._filled(parser, option, v, section, defaults, depth + 1) if '%' in v else v
            else:
                raise InterpolationSyntaxError(option, section, f"'%' must be followed by '%' or '(', found: {rest!r}")
        return out

class RawConfigParser(_Mapping):
    BOOLEAN_STATES = {'1': True, 'yes': True, 'true': True, 'on': True, '0': False, 'no': False, 'false': False, 'off': False}
    _plain = Interpolation
    def __init__(self, defaults=None, dict_type=dict, allow_no_value=False, *, delimiters=('=', ':'), comment_prefixes=('#', ';'),
                 inline_comment_prefixes=None, strict=True, empty_lines_in_values=True, default_section=DEFAULTSECT, interpolation=_UNSET,
                 converters=_UNSET):
        if converters is not _UNSET:
            _refuse('configparser with converters')
        if not empty_lines_in_values:
            _refuse('configparser with empty_lines_in_values=False')
        self._interpolation = self._plain() if interpolation is _UNSET else Interpolation() if interpolation is None else interpolation
        if not isinstance(self._interpolation, Interpolation):
            _refuse('configparser with an interpolation of its own')
        self._dict, self._no_value, self._strict, self.default_section = dict_type, allow_no_value, strict, default_section
        self._comments, self._inline = tuple(comment_prefixes or ()), tuple(inline_comment_prefixes or ())
        self._delimiters = tuple(delimiters)
        signs = '|'.join(_re.escape(d) for d in self._delimiters)
        self._option = _re.compile(rf'(?P<option>.*?)\s*(?:(?P<vi>{signs})\s*(?P<value>.*))?$' if allow_no_value
                                   else rf'(?P<option>.*?)\s*(?P<vi>{signs})\s*(?P<value>.*)$')
        self._sections, self._defaults, self._proxies = dict_type(), dict_type(), {default_section: SectionProxy(self, default_section)}
        if defaults:
            for k, v in defaults.items():
                self._defaults[self.optionxform(str(k))] = self._stored(v)
    def _stored(self, value):
        return value
    def defaults(self):
        return self._defaults
    def sections(self):
        return list(self._sections)
    def add_section(self, section):
        if section in self._sections:
            raise DuplicateSectionError(section)
        if section == self.default_section:
            raise ValueError(f'Invalid section name: {section!r}')
        self._sections[section] = self._dict()
        self._proxies[section] = SectionProxy(self, section)
    def has_section(self, section):
        return section in self._sections
    def options(self, section):
        if section not in self._sections:
            raise NoSectionError(section)
        return list({**self._sections[section], **self._defaults})
    def optionxform(self, optionstr):
        return optionstr.lower()
    def read(self, filenames, encoding=None):
        if isinstance(filenames, (str, bytes)) or hasattr(filenames, '__fspath__'):
            filenames = [filenames]
        done = []
        for name in filenames:
            try:
                with open(name, encoding=encoding) as fp:
                    self._read(fp, str(name))
            except OSError:
                continue
            done.append(str(name))
        return done
    def read_file(self, f, source=None):
        self._read(f, source or getattr(f, 'name', '<???>'))
    def read_string(self, string, source='<string>'):
        self._read(string.splitlines(True), source)
    def read_dict(self, dictionary, source='<dict>'):
        seen = set()
        for section, keys in dictionary.items():
            section = str(section)
            try:
                self.add_section(section)
            except (DuplicateSectionError, ValueError):
                if self._strict and section in seen:
                    raise
            seen.add(section)
            for key, value in keys.items():
                key = self.optionxform(str(key))
                if self._strict and (section, key) in seen:
                    raise DuplicateOptionError(section, key, source)
                seen.add((section, key))
                self.set(section, key, value if value is None else str(value))
    def _read(self, fp, name):
        seen, now, section, option, indent, wrong = set(), None, None, None, 0, None
        for lineno, line in enumerate(fp, start=1):
            end = len(line)
            for prefix in self._inline:
                for m in _re.finditer(_re.escape(prefix), line):
                    if m.start() == 0 or line[m.start() - 1].isspace():
                        end = min(end, m.start())
                        break
            if any(line.strip().startswith(p) for p in self._comments):
                end = 0
            value = line[:end].strip()
            if not value:
                if end == len(line) and now is not None and option and now[option] is not None:
                    now[option].append('')
                elif end == len(line):
                    indent = len(line)
                continue
            first = _re.search(r'\S', line)
            here = first.start() if first else 0
            if now is not None and option and here > indent and now[option] is not None:
                now[option].append(value)
                continue
            indent = here
            m = _re.match(r'\[(?P<header>.+)\]', value)
            if m:
                section, option = m['header'], None
                if section in self._sections:
                    if self._strict and section in seen:
                        raise DuplicateSectionError(section, name, lineno)
                    now = self._sections[section]
                    seen.add(section)
                elif section == self.default_section:
                    now = self._defaults
                else:
                    self.add_section(section)
                    now = self._sections[section]
                    seen.add(section)
            elif now is None:
                raise MissingSectionHeaderError(name, lineno, line)
            else:
                m = self._option.match(value)
                if not m or not m['option']:
                    wrong = wrong or ParsingError(name)
                    wrong.append(lineno, repr(line))
                    if not m:
                        continue
                option = self.optionxform(m['option'].rstrip())
                if self._strict and (section, option) in seen:
                    raise DuplicateOptionError(section, option, name, lineno)
                seen.add((section, option))
                now[option] = [m['value'].strip()] if m['value'] is not None else None
        for values in [self._defaults, *self._sections.values()]:
            for k, v in values.items():
                if isinstance(v, list):
                    values[k] = '\n'.join(v).rstrip()
        if wrong:
            raise wrong
    def _values(self, section, extra=None):
        if section not in self._sections and section != self.default_section:
            raise NoSectionError(section)
        out = {**self._defaults, **self._sections.get(section, {})}
        for k, v in (extra or {}).items():
            out[self.optionxform(k)] = v if v is None else str(v)
        return out
    def get(self, section, option, *, raw=False, vars=None, fallback=_UNSET):
        try:
            values = self._values(section, vars)
        except NoSectionError:
            if fallback is _UNSET:
                raise
            return fallback
        option = self.optionxform(option)
        if option not in values:
            if fallback is _UNSET:
                raise NoOptionError(option, section)
            return fallback
        value = values[option]
        return value if raw or value is None else self._interpolation.get(self, section, option, value, values)
    def _as(self, kind, section, option, fallback, options):
        try:
            return kind(self.get(section, option, **options))
        except (NoSectionError, NoOptionError):
            if fallback is _UNSET:
                raise
            return fallback
    def getint(self, section, option, *, raw=False, vars=None, fallback=_UNSET):
        return self._as(int, section, option, fallback, dict(raw=raw, vars=vars))
    def getfloat(self, section, option, *, raw=False, vars=None, fallback=_UNSET):
        return self._as(float, section, option, fallback, dict(raw=raw, vars=vars))
    def getboolean(self, section, option, *, raw=False, vars=None, fallback=_UNSET):
        return self._as(self._boolean, section, option, fallback, dict(raw=raw, vars=vars))
    def _boolean(self, value):
        if value.lower() not in self.BOOLEAN_STATES:
            raise ValueError(f'Not a boolean: {value}')
        return self.BOOLEAN_STATES[value.lower()]
    def items(self, section=_UNSET, raw=False, vars=None):
        if section is _UNSET:
            return super().items()
        values = self._values(section, None)
        names = list({**self._sections.get(section, {}), **self._defaults} if section != self.default_section else values)
        full = self._values(section, vars)
        names = list(self._defaults) + [n for n in names if n not in self._defaults]
        return [(n, full[n] if raw or full[n] is None else self._interpolation.get(self, section, n, full[n], full)) for n in names]
    def has_option(self, section, option):
        if not section or section == self.default_section:
            return self.optionxform(option) in self._defaults
        return section in self._sections and self.optionxform(option) in {**self._sections[section], **self._defaults}
    def set(self, section, option, value=None):
        if value:
            value = self._interpolation.check(value) if isinstance(value, str) else value
        if not section or section == self.default_section:
            values = self._defaults
        elif section in self._sections:
            values = self._sections[section]
        else:
            raise NoSectionError(section)
        values[self.optionxform(option)] = value
    def write(self, fp, space_around_delimiters=True):
        d = f' {self._delimiters[0]} ' if space_around_delimiters else self._delimiters[0]
        for name, values in ([(self.default_section, self._defaults)] if self._defaults else []) + list(self._sections.items()):
            fp.write(f'[{name}]\n')
            for k, v in values.items():
                fp.write(k + (d + str(v).replace('\n', '\n\t') if v is not None or not self._no_value else '') + '\n')
            fp.write('\n')
    def remove_option(self, section, option):
        if not section or section == self.default_section:
            values = self._defaults
        elif section in self._sections:
            values = self._sections[section]
        else:
            raise NoSectionError(section)
        return values.pop(self.optionxform(option), _UNSET) is not _UNSET
    def remove_section(self, section):
        if section not in self._sections:
            return False
        del self._sections[section], self._proxies[section]
        return True
    def __getitem__(self, key):
        if key != self.default_section and key not in self._sections:
            raise KeyError(key)
        return self._proxies[key]
    def __setitem__(self, key, value):
        if key in self and self[key] is value:
            return
        if key == self.default_section:
            self._defaults.clear()
        elif key in self._sections:
            self._sections[key].clear()
        self.read_dict({key: value})
    def __delitem__(self, key):
        if key == self.default_section:
            raise ValueError('Cannot remove the default section.')
        if key not in self._sections:
            raise KeyError(key)
        self.remove_section(key)
    def __contains__(self, key):
        return key == self.default_section or key in self._sections
    def __len__(self):
        return len(self._sections) + 1
    def __iter__(self):
        yield self.default_section
        yield from list(self._sections)

class ConfigParser(RawConfigParser):
    _plain = BasicInterpolation
    def _stored(self, value):
        if not isinstance(value, str):
            raise TypeError('option values must be strings')
        return value
    def set(self, section, option, value=None):
        if not isinstance(option, str):
            raise TypeError('option keys must be strings')
        if (value is not None or not self._no_value) and not isinstance(value, str):
            raise TypeError('option values must be strings')
        super().set(section, option, value)
    def add_section(self, section):
        if not isinstance(section, str):
            raise TypeError('section names must be strings')
        super().add_section(section)

class SectionProxy(_Mapping):
    def __init__(self, parser, name):
        self._parser, self._name = parser, name
    def __repr__(self):
        return f'<Section: {self._name}>'
    def __getitem__(self, key):
        if not self._parser.has_option(self._name, key):
            raise KeyError(key)
        return self._parser.get(self._name, key)
    def __setitem__(self, key, value):
        if not isinstance(key, str):
            raise TypeError('option keys must be strings')
        if not isinstance(value, str):
            raise TypeError('option values must be strings')
        self._parser.set(self._name, key, value)
    def __delitem__(self, key):
        if not (self._parser.has_option(self._name, key) and self._parser.remove_option(self._name, key)):
            raise KeyError(key)
    def __contains__(self, key):
        return self._parser.has_option(self._name, key)
    def _options(self):
        return self._parser.options(self._name) if self._name != self._parser.default_section else list(self._parser.defaults())
    def __len__(self):
        return len(self._options())
    def __iter__(self):
        return iter(self._options())
    @property
    def parser(self):
        return self._parser
    @property
    def name(self):
        return self._name
    def get(self, option, fallback=None, *, raw=False, vars=None):
        return self._parser.get(self._name, option, raw=raw, vars=vars, fallback=fallback)
    def getint(self, option, fallback=None, *, raw=False, vars=None):
        return self._parser.getint(self._name, option, raw=raw, vars=vars, fallback=fallback)
    def getfloat(self, option, fallback=None, *, raw=False, vars=None):
        return self._parser.getfloat(self._name, option, raw=raw, vars=vars, fallback=fallback)
    def getboolean(self, option, fallback=None, *, raw=False, vars=None):
        return self._parser.getboolean(self._name, option, raw=raw, vars=vars, fallback=fallback)

def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    _refuse('configparser.' + name)
