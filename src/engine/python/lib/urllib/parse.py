"""urllib.parse: taking addresses apart and putting them together, and their quoting (RFC 3986). Bytes are refused by name."""
import re as _re
from collections import namedtuple as _namedtuple
from _os import refuse as _refuse

_relative = {'', 'ftp', 'http', 'gopher', 'nntp', 'imap', 'wais', 'file', 'https', 'shttp', 'mms', 'prospero', 'rtsp', 'rtspu', 'sftp', 'svn', 'svn+ssh', 'ws', 'wss'}
_netloc = _relative | {'telnet', 'snews', 'rsync', 'nfs', 'git', 'git+ssh'}
_params = {'', 'ftp', 'hdl', 'prospero', 'http', 'imap', 'https', 'shttp', 'rtsp', 'rtspu', 'sip', 'sips', 'mms', 'sftp', 'tel'}
_scheme = set('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.')

def _text(*values):
    for v in values:
        if isinstance(v, (bytes, bytearray)):
            _refuse('urllib.parse of bytes')

class _Netloc:
    __slots__ = ()
    @property
    def _user(self):
        user, at, host = self.netloc.rpartition('@')
        if not at:
            return None, None
        name, colon, password = user.partition(':')
        return name, password if colon else None
    @property
    def username(self):
        return self._user[0]
    @property
    def password(self):
        return self._user[1]
    @property
    def _host(self):
        host = self.netloc.rpartition('@')[2]
        before, bracket, rest = host.partition('[')
        if bracket:
            name, _, port = rest.partition(']')
            port = port.partition(':')[2]
        else:
            name, _, port = host.partition(':')
        return name, port or None
    @property
    def hostname(self):
        name = self._host[0]
        if not name:
            return None
        host, percent, zone = name.partition('%')
        return host.lower() + percent + zone
    @property
    def port(self):
        port = self._host[1]
        if port is None:
            return None
        if not (port.isdigit() and port.isascii()):
            raise ValueError(f'Port could not be cast to integer value as {port!r}')
        if int(port) > 65535:
            raise ValueError('Port out of range 0-65535')
        return int(port)

class SplitResult(_namedtuple('SplitResult', 'scheme netloc path query fragment'), _Netloc):
    __slots__ = ()
    def geturl(self):
        return urlunsplit(self)

class ParseResult(_namedtuple('ParseResult', 'scheme netloc path params query fragment'), _Netloc):
    __slots__ = ()
    def geturl(self):
        return urlunparse(self)

class DefragResult(_namedtuple('DefragResult', 'url fragment')):
    __slots__ = ()
    def geturl(self):
        return self.url + '#' + self.fragment if self.fragment else self.url

def urlsplit(url, scheme='', allow_fragments=True):
    _text(url, scheme)
    url = url.lstrip(''.join(map(chr, range(33))))
    scheme = scheme.strip(''.join(map(chr, range(33))))
    for c in '\t\r\n':
        url, scheme = url.replace(c, ''), scheme.replace(c, '')
    netloc = query = fragment = ''
    i = url.find(':')
    if i > 0 and url[0].isascii() and url[0].isalpha() and all(c in _scheme for c in url[:i]):
        scheme, url = url[:i].lower(), url[i + 1:]
    if url[:2] == '//':
        end = min([k for k in (url.find(c, 2) for c in '/?#') if k >= 0], default=len(url))
        netloc, url = url[2:end], url[end:]
        if ('[' in netloc) != (']' in netloc):
            raise ValueError('Invalid IPv6 URL')
    if allow_fragments and '#' in url:
        url, fragment = url.split('#', 1)
    if '?' in url:
        url, query = url.split('?', 1)
    return SplitResult(scheme, netloc, url, query, fragment)

def urlparse(url, scheme='', allow_fragments=True):
    scheme, netloc, path, query, fragment = urlsplit(url, scheme, allow_fragments)
    params = ''
    if scheme in _params and ';' in path:
        i = path.find(';', path.rfind('/') + 1) if '/' in path else path.find(';')
        if i >= 0:
            path, params = path[:i], path[i + 1:]
    return ParseResult(scheme, netloc, path, params, query, fragment)

def urlunsplit(components):
    scheme, netloc, url, query, fragment = components
    if netloc or (scheme and scheme in _netloc and url[:2] != '//'):
        if url and url[:1] != '/':
            url = '/' + url
        url = '//' + (netloc or '') + url
    if scheme:
        url = scheme + ':' + url
    if query:
        url = url + '?' + query
    return url + '#' + fragment if fragment else url

def urlunparse(components):
    scheme, netloc, url, params, query, fragment = components
    return urlunsplit((scheme, netloc, f'{url};{params}' if params else url, query, fragment))

def urljoin(base, url, allow_fragments=True):
    if not base:
        return url
    if not url:
        return base
    b = urlparse(base, '', allow_fragments)
    u = urlparse(url, b.scheme, allow_fragments)
    if u.scheme != b.scheme or u.scheme not in _relative:
        return url
    netloc = u.netloc
    if u.scheme in _netloc:
        if netloc:
            return urlunparse(u)
        netloc = b.netloc
    path, params, query = u.path, u.params, u.query
    if not path and not params:
        return urlunparse((u.scheme, netloc, b.path, b.params, query or b.query, u.fragment))
    before = b.path.split('/')
    if before[-1] != '':
        del before[-1]
    if path[:1] == '/':
        parts = path.split('/')
    else:
        parts = before + path.split('/')
        parts[1:-1] = [p for p in parts[1:-1] if p]
    out = []
    for p in parts:
        if p == '..':
            if out:
                out.pop()
        elif p != '.':
            out.append(p)
    if parts[-1] in ('.', '..'):
        out.append('')
    return urlunparse((u.scheme, netloc, '/'.join(out) or '/', params, query, u.fragment))

def urldefrag(url):
    if '#' in url:
        s, n, p, a, q, fragment = urlparse(url)
        return DefragResult(urlunparse((s, n, p, a, q, '')), fragment)
    return DefragResult(url, '')

_safe = frozenset(b'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~')

def quote(string, safe='/', encoding=None, errors=None):
    if isinstance(string, (bytes, bytearray)):
        if encoding is not None or errors is not None:
            raise TypeError("quote() doesn't support 'encoding' for bytes" if encoding is not None else "quote() doesn't support 'errors' for bytes")
        return quote_from_bytes(string, safe)
    if not isinstance(string, str):
        raise TypeError('quote_from_bytes() expected bytes')
    return quote_from_bytes(string.encode(encoding or 'utf-8', errors or 'strict'), safe)
def quote_from_bytes(bs, safe='/'):
    if not isinstance(bs, (bytes, bytearray)):
        raise TypeError('quote_from_bytes() expected bytes')
    keep = _safe | frozenset(safe.encode('ascii', 'ignore') if isinstance(safe, str) else safe)
    return ''.join([chr(b) if b in keep else f'%{b:02X}' for b in bs])
def quote_plus(string, safe='', encoding=None, errors=None):
    if (isinstance(string, str) and ' ' not in string) or (isinstance(string, bytes) and b' ' not in string):
        return quote(string, safe, encoding, errors)
    return quote(string, safe + ' ', encoding, errors).replace(' ', '+')

_escapes = _re.compile('((?:%[0-9a-fA-F]{2})+)')

def unquote_to_bytes(string):
    if isinstance(string, str):
        string = string.encode('utf-8')
    out, i = bytearray(), 0
    while i < len(string):
        pair = string[i + 1:i + 3]
        if string[i] == 37 and len(pair) == 2 and all(c in b'0123456789abcdefABCDEF' for c in pair):
            out.append(int(pair.decode(), 16))
            i += 3
        else:
            out.append(string[i])
            i += 1
    return bytes(out)
def unquote(string, encoding='utf-8', errors='replace'):
    if isinstance(string, bytes):
        return unquote_to_bytes(string).decode(encoding, errors)
    if '%' not in string:
        return string
    return _escapes.sub(lambda m: unquote_to_bytes(m[1]).decode(encoding or 'utf-8', errors or 'replace'), string)
def unquote_plus(string, encoding='utf-8', errors='replace'):
    return unquote(string.replace('+', ' '), encoding, errors)

def urlencode(query, doseq=False, safe='', encoding=None, errors=None, quote_via=quote_plus):
    if hasattr(query, 'items'):
        query = query.items()
    def quoted(v):
        return quote_via(v if isinstance(v, bytes) else str(v), safe, *(() if isinstance(v, bytes) else (encoding, errors)))
    out = []
    for k, v in query:
        if doseq and not isinstance(v, (str, bytes)):
            try:
                len(v)
            except TypeError:
                out.append(quoted(k) + '=' + quoted(v))
            else:
                out += [quoted(k) + '=' + quoted(x) for x in v]
        else:
            out.append(quoted(k) + '=' + quoted(v))
    return '&'.join(out)

def parse_qsl(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace', max_num_fields=None, separator='&'):
    _text(qs)
    if not separator or not isinstance(separator, str):
        raise ValueError('Separator must be of type string or bytes.')
    if max_num_fields is not None and max_num_fields < 1 + qs.count(separator):
        raise ValueError('Max number of fields exceeded')
    out = []
    for pair in qs.split(separator) if qs else []:
        if not pair and not strict_parsing:
            continue
        parts = pair.split('=', 1)
        if len(parts) != 2:
            if strict_parsing:
                raise ValueError(f'bad query field: {pair!r}')
            if not keep_blank_values:
                continue
            parts.append('')
        if parts[1] or keep_blank_values:
            out.append(tuple(unquote(p.replace('+', ' '), encoding, errors) for p in parts))
    return out
def parse_qs(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace', max_num_fields=None, separator='&'):
    out = {}
    for k, v in parse_qsl(qs, keep_blank_values, strict_parsing, encoding, errors, max_num_fields, separator):
        out.setdefault(k, []).append(v)
    return out

def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    _refuse('urllib.parse.' + name)
