"""inspect: signatures, predicates, and the source text of functions. No frames."""
import types
from _atlas import native_signature as _native_signature, refuse as _refuse, source_of as _source_of

class _empty:
    pass

POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, VAR_POSITIONAL, KEYWORD_ONLY, VAR_KEYWORD = range(5)
from enum import IntEnum as _IntEnum

class _ParameterKind(_IntEnum):
    POSITIONAL_ONLY = 0
    POSITIONAL_OR_KEYWORD = 1
    VAR_POSITIONAL = 2
    KEYWORD_ONLY = 3
    VAR_KEYWORD = 4
    def __str__(self):
        return self.name
    @property
    def description(self):
        return ('positional-only', 'positional or keyword', 'variadic positional', 'keyword-only', 'variadic keyword')[self.value]

def formatannotation(annotation):
    if isinstance(annotation, type):
        return annotation.__qualname__ if annotation.__module__ in ('builtins',) else annotation.__module__ + '.' + annotation.__qualname__
    return repr(annotation).replace('typing.', '')

class Parameter:
    empty = _empty
    POSITIONAL_ONLY = _ParameterKind.POSITIONAL_ONLY
    POSITIONAL_OR_KEYWORD = _ParameterKind.POSITIONAL_OR_KEYWORD
    VAR_POSITIONAL = _ParameterKind.VAR_POSITIONAL
    KEYWORD_ONLY = _ParameterKind.KEYWORD_ONLY
    VAR_KEYWORD = _ParameterKind.VAR_KEYWORD
    def __init__(self, name, kind, *, default=_empty, annotation=_empty):
        self.name = name
        self.kind = kind
        self.default = default
        self.annotation = annotation
    def replace(self, **changes):
        kw = {'name': self.name, 'kind': self.kind, 'default': self.default, 'annotation': self.annotation, **changes}
        return Parameter(kw.pop('name'), kw.pop('kind'), **kw)
    def __str__(self):
        s = self.name
        if self.annotation is not _empty:
            s += f': {formatannotation(self.annotation)}'
        if self.default is not _empty:
            s += (' = ' if self.annotation is not _empty else '=') + repr(self.default)
        if self.kind == VAR_POSITIONAL:
            s = '*' + s
        elif self.kind == VAR_KEYWORD:
            s = '**' + s
        return s
    def __repr__(self):
        return f'<Parameter "{self}">'
    def __eq__(self, other):
        return isinstance(other, Parameter) and (self.name, self.kind, self.default, self.annotation) == (other.name, other.kind, other.default, other.annotation)
    def __hash__(self):
        return hash(self.name)

class BoundArguments:
    def __init__(self, signature, arguments):
        self.signature = signature
        self.arguments = arguments
    @property
    def args(self):
        out = []
        for n, p in self.signature.parameters.items():
            if p.kind in (VAR_KEYWORD, KEYWORD_ONLY) or n not in self.arguments:
                break
            if p.kind == VAR_POSITIONAL:
                out.extend(self.arguments[n])
            else:
                out.append(self.arguments[n])
        return tuple(out)
    @property
    def kwargs(self):
        out = {}
        for n, p in self.signature.parameters.items():
            if n not in self.arguments:
                continue
            if p.kind == VAR_KEYWORD:
                out.update(self.arguments[n])
            elif p.kind == KEYWORD_ONLY:
                out[n] = self.arguments[n]
        return out
    def apply_defaults(self):
        new = {}
        for n, p in self.signature.parameters.items():
            if n in self.arguments:
                new[n] = self.arguments[n]
            elif p.default is not _empty:
                new[n] = p.default
            elif p.kind == VAR_POSITIONAL:
                new[n] = ()
            elif p.kind == VAR_KEYWORD:
                new[n] = {}
        self.arguments = new

class Signature:
    empty = _empty
    def __init__(self, parameters=None, *, return_annotation=_empty):
        self.parameters = {p.name: p for p in (parameters or ())}
        self.return_annotation = return_annotation
    @classmethod
    def from_callable(cls, obj, **kw):
        return signature(obj)
    def replace(self, *, parameters=None, return_annotation=_empty):
        return Signature(list(self.parameters.values()) if parameters is None else parameters,
                         return_annotation=self.return_annotation if return_annotation is _empty else return_annotation)
    def _bind(self, args, kwargs, partial):
        out = {}
        kwargs = dict(kwargs)
        args = list(args)
        for n, p in self.parameters.items():
            if p.kind == VAR_POSITIONAL:
                if args:
                    out[n] = tuple(args)
                args = []
            elif p.kind == VAR_KEYWORD:
                if kwargs:
                    out[n] = kwargs
                kwargs = {}
            elif args and p.kind != KEYWORD_ONLY:
                if n in kwargs and p.kind != POSITIONAL_ONLY:
                    raise TypeError(f'multiple values for argument {n!r}')
                out[n] = args.pop(0)
            elif n in kwargs and p.kind != POSITIONAL_ONLY:
                out[n] = kwargs.pop(n)
            elif p.default is _empty and not partial:
                raise TypeError(f'missing a required argument: {n!r}')
        if args:
            raise TypeError('too many positional arguments')
        if kwargs:
            raise TypeError(f'got an unexpected keyword argument {next(iter(kwargs))!r}')
        return BoundArguments(self, out)
    def bind(self, /, *args, **kwargs):
        return self._bind(args, kwargs, False)
    def bind_partial(self, /, *args, **kwargs):
        return self._bind(args, kwargs, True)
    def __str__(self):
        parts = []
        slash = False
        star = False
        for p in self.parameters.values():
            if p.kind == POSITIONAL_ONLY:
                slash = True
            elif slash:
                parts.append('/')
                slash = False
            if p.kind == VAR_POSITIONAL:
                star = True
            elif p.kind == KEYWORD_ONLY and not star:
                parts.append('*')
                star = True
            parts.append(str(p))
        if slash:
            parts.append('/')
        s = '(' + ', '.join(parts) + ')'
        if self.return_annotation is not _empty:
            s += f' -> {formatannotation(self.return_annotation)}'
        return s
    def __repr__(self):
        return f'<Signature {self}>'
    def __eq__(self, other):
        return isinstance(other, Signature) and list(self.parameters.values()) == list(other.parameters.values())

def _from_function(f):
    code = f.__code__
    names = code.co_varnames
    npos, nkw = code.co_argcount, code.co_kwonlyargcount
    defaults = f.__defaults__ or ()
    kwdefaults = f.__kwdefaults__ or {}
    notes = f.__annotations__
    out = []
    for i in range(npos):
        j = i - (npos - len(defaults))
        out.append(Parameter(names[i], Parameter.POSITIONAL_ONLY if i < code.co_posonlyargcount else Parameter.POSITIONAL_OR_KEYWORD,
                             default=defaults[j] if j >= 0 else _empty, annotation=notes.get(names[i], _empty)))
    at = npos + nkw
    if code.co_flags & 4:
        out.append(Parameter(names[at], Parameter.VAR_POSITIONAL, annotation=notes.get(names[at], _empty)))
        at += 1
    for i in range(npos, npos + nkw):
        out.append(Parameter(names[i], Parameter.KEYWORD_ONLY, default=kwdefaults.get(names[i], _empty), annotation=notes.get(names[i], _empty)))
    if code.co_flags & 8:
        out.append(Parameter(names[at], Parameter.VAR_KEYWORD, annotation=notes.get(names[at], _empty)))
    return Signature(out, return_annotation=notes.get('return', _empty))

def signature(obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
    if not callable(obj):
        raise TypeError(f'{obj!r} is not a callable object')
    if isinstance(obj, types.MethodType):
        s = signature(obj.__func__)
        return Signature(list(s.parameters.values())[1:], return_annotation=s.return_annotation)
    if follow_wrapped:
        while hasattr(obj, '__wrapped__'):
            obj = obj.__wrapped__
    own = getattr(obj, '__signature__', None)
    if isinstance(own, Signature):
        return own
    if isinstance(obj, types.FunctionType):
        return _from_function(obj)
    if isinstance(obj, type):
        for name in ('__init__', '__new__'):
            f = getattr(obj, name)
            if isinstance(f, types.FunctionType):
                s = _from_function(f)
                return Signature(list(s.parameters.values())[1:], return_annotation=s.return_annotation)
        return Signature()
    if hasattr(obj, 'func') and hasattr(obj, 'keywords') and hasattr(obj, 'args'):
        s = signature(obj.func)
        ba = s.bind_partial(*obj.args, **obj.keywords)
        out = []
        for n, p in s.parameters.items():
            if n in obj.keywords:
                out.append(p.replace(kind=Parameter.KEYWORD_ONLY, default=obj.keywords[n]))
            elif n not in ba.arguments:
                out.append(p)
        return Signature(out, return_annotation=s.return_annotation)
    text = _native_signature(obj)
    if text is not None:
        ns = {}
        f = eval('lambda ' + text + ': None')
        return _from_function(f)
    call = getattr(type(obj), '__call__', None)
    if isinstance(call, types.FunctionType):
        s = _from_function(call)
        return Signature(list(s.parameters.values())[1:], return_annotation=s.return_annotation)
    raise ValueError(f'no signature found for builtin {obj!r}')

class FullArgSpec(tuple):
    pass

def getfullargspec(func):
    from collections import namedtuple
    Spec = namedtuple('FullArgSpec', 'args varargs varkw defaults kwonlyargs kwonlydefaults annotations')
    f = func.__func__ if isinstance(func, types.MethodType) else func
    s = _from_function(f)
    args, kwonly, kwdefaults, defaults = [], [], {}, []
    varargs = varkw = None
    notes = {}
    if 'return' in f.__annotations__:
        notes['return'] = f.__annotations__['return']
    for p in s.parameters.values():
        if p.annotation is not _empty:
            notes[p.name] = p.annotation
        if p.kind in (POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD):
            args.append(p.name)
            if p.default is not _empty:
                defaults.append(p.default)
        elif p.kind == VAR_POSITIONAL:
            varargs = p.name
        elif p.kind == KEYWORD_ONLY:
            kwonly.append(p.name)
            if p.default is not _empty:
                kwdefaults[p.name] = p.default
        else:
            varkw = p.name
    return Spec(args, varargs, varkw, tuple(defaults) or None, kwonly, kwdefaults or None, notes)

def isfunction(obj):
    return isinstance(obj, types.FunctionType)
def ismethod(obj):
    return isinstance(obj, types.MethodType)
def isclass(obj):
    return isinstance(obj, type)
def ismodule(obj):
    return isinstance(obj, types.ModuleType)
def isbuiltin(obj):
    return isinstance(obj, types.BuiltinFunctionType)
def isroutine(obj):
    return isfunction(obj) or ismethod(obj) or isbuiltin(obj) or isinstance(obj, types.MethodDescriptorType)
def isgenerator(obj):
    return isinstance(obj, types.GeneratorType)
def isgeneratorfunction(obj):
    return isinstance(obj, types.FunctionType) and bool(obj.__code__.co_flags & 32) and _made_by(obj) is None
def _made_by(obj):
    from _coroutines import made_by
    return made_by(obj)
def iscoroutinefunction(obj):
    return _made_by(obj) == 'coroutine'
def isasyncgenfunction(obj):
    return _made_by(obj) == 'async_generator'
def iscoroutine(obj):
    return type(obj).__name__ == 'coroutine' and type(obj).__module__ == 'builtins'
def isasyncgen(obj):
    return type(obj).__name__ == 'async_generator' and type(obj).__module__ == 'builtins'
def isawaitable(obj):
    return iscoroutine(obj) or hasattr(type(obj), '__await__')
def isdatadescriptor(obj):
    return hasattr(obj, '__set__') or hasattr(obj, '__delete__')
def isabstract(obj):
    return isinstance(obj, type) and bool(getattr(obj, '__abstractmethods__', False))
def getmro(cls):
    return cls.__mro__
def getmodule(obj):
    import sys
    return sys.modules.get(getattr(obj, '__module__', None))
def getdoc(obj):
    doc = getattr(obj, '__doc__', None)
    return None if doc is None else cleandoc(doc)
def cleandoc(doc):
    lines = doc.expandtabs().split('\n')
    rest = [len(l) - len(l.lstrip()) for l in lines[1:] if l.strip()]
    margin = min(rest) if rest else 0
    out = [lines[0].lstrip()] + [l[margin:] for l in lines[1:]]
    while out and not out[-1].strip():
        out.pop()
    while out and not out[0].strip():
        out.pop(0)
    return '\n'.join(out)
def getmembers(obj, predicate=None):
    out = []
    for n in dir(obj):
        try:
            v = getattr(obj, n)
        except AttributeError:
            continue
        if predicate is None or predicate(v):
            out.append((n, v))
    return out
def unwrap(func, *, stop=None):
    while hasattr(func, '__wrapped__') and not (stop and stop(func)):
        func = func.__wrapped__
    return func

def getsourcelines(object):
    object = unwrap(object)
    of_class = isinstance(object, type)
    if of_class and object.__module__ == 'builtins' or ismodule(object) and not hasattr(object, '__file__'):
        raise TypeError(f"{object!r} is a built-in {'class' if of_class else 'module'}")
    if of_class and object.__module__ != '__main__' or ismodule(object) and object.__name__ != '__main__':
        _refuse('inspect.getsource of a class or a module of a library')
    found = _source_of(object)
    if found is None:
        if isbuiltin(object) or not callable(object):
            raise TypeError(f'module, class, method, function, traceback, frame, or code object was expected, got {type(object).__name__}')
        raise OSError('could not get source code')
    _, first, last, text = found
    if of_class and first is None:
        raise OSError('could not find class definition')
    lines = [line + '\n' for line in text.split('\n')]
    if lines[-1] == '\n':
        lines.pop()
    if ismodule(object):
        return lines, 0
    if last is None:
        _refuse('inspect.getsource of a lambda')
    # Comments behind the last statement that stand as far in as the body belong to it.
    body = len(lines[last - 1]) - len(lines[last - 1].lstrip())
    head = next((l for l in lines[first - 1:last] if l.lstrip().startswith(('def ', 'async def ', 'class '))), lines[first - 1])
    outer = len(head) - len(head.lstrip())
    k = last
    while k < len(lines) and (not lines[k].strip() or lines[k].lstrip().startswith('#')):
        if lines[k].strip():
            if len(lines[k]) - len(lines[k].lstrip()) <= outer or body <= outer:
                break
            last = k + 1
        k += 1
    return lines[first - 1:last], first

def getsource(object):
    return ''.join(getsourcelines(object)[0])

def getsourcefile(object):
    found = _source_of(unwrap(object))
    return None if found is None else found[0]
