"""html: escape, and unescape of numbers and of the entities of HTML 4; the two thousand of HTML 5 are refused by name."""
import re as _re
from _os import refuse as _refuse

def escape(s, quote=True):
    s = s.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')
    if quote:
        s = s.replace('"', '&quot;').replace("'", '&#x27;')
    return s

# Those that are known without a semicolon too: code points 160 to 255, and five signs.
_latin = ('nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 '
          'ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc '
          'Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde '
          'auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash '
          'ugrave uacute ucirc uuml yacute thorn yuml').split()
_short = {n: chr(160 + i) for i, n in enumerate(_latin)}
_short.update(amp='&', lt='<', gt='>', quot='"', AMP='&', LT='<', GT='>', QUOT='"', COPY='\xa9', REG='\xae')
_long = dict(_short, apos="'", hellip='\u2026', mdash='\u2014', ndash='\u2013', lsquo='\u2018', rsquo='\u2019', sbquo='\u201a', ldquo='\u201c',
             rdquo='\u201d', bdquo='\u201e', bull='\u2022', trade='\u2122', euro='\u20ac', dagger='\u2020', Dagger='\u2021', permil='\u2030',
             lsaquo='\u2039', rsaquo='\u203a', larr='\u2190', uarr='\u2191', rarr='\u2192', darr='\u2193', harr='\u2194', minus='\u2212',
             infin='\u221e', asymp='\u2248', ne='\u2260', equiv='\u2261', le='\u2264', ge='\u2265', sum='\u2211', prod='\u220f', radic='\u221a',
             part='\u2202', int='\u222b', deg='\xb0', prime='\u2032', Prime='\u2033', ensp='\u2002', emsp='\u2003', thinsp='\u2009', zwnj='\u200c',
             zwj='\u200d', lrm='\u200e', rlm='\u200f', OElig='\u0152', oelig='\u0153', Scaron='\u0160', scaron='\u0161', Yuml='\u0178',
             fnof='\u0192', circ='\u02c6', tilde='\u02dc', alpha='\u03b1', beta='\u03b2', gamma='\u03b3', delta='\u03b4', epsilon='\u03b5',
             lambda_='\u03bb', mu='\u03bc', pi='\u03c0', sigma='\u03c3', tau='\u03c4', phi='\u03c6', omega='\u03c9', Omega='\u03a9', Delta='\u0394',
             Sigma='\u03a3', hearts='\u2665', spades='\u2660', clubs='\u2663', diams='\u2666', loz='\u25ca')
_long['lambda'] = _long.pop('lambda_')

# What windows-1252 has where Unicode has control characters, which browsers take instead.
_windows = {0x80 + i: c for i, c in enumerate('\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f\x90\u2018\u2019\u201c'
                                               '\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178')}

def _number(text):
    n = int(text[1:].rstrip(';'), 16) if text[0] in 'xX' else int(text.rstrip(';'))
    if n in _windows:
        return _windows[n]
    if n == 0 or 0xD800 <= n <= 0xDFFF or n > 0x10FFFF:
        return '\ufffd'
    if n == 0x0d:
        return '\r'
    if n == 0x0b or 1 <= n <= 8 or 0x0e <= n <= 0x1f or 0x7f <= n <= 0x9f or 0xfdd0 <= n <= 0xfdef or n & 0xfffe == 0xfffe:
        return ''
    return chr(n)

def _entity(m):
    s = m[1]
    if s[0] == '#':
        return _number(s[1:])
    if s.endswith(';'):
        if s[:-1] in _long:
            return _long[s[:-1]]
        if s[:-1].isalnum():
            _refuse(f'html.unescape of &{s}')
    for n in range(len(s), 1, -1):
        if s[:n] in _short:
            return _short[s[:n]] + s[n:]
    return '&' + s

_entities = _re.compile(r'&(#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)')

def unescape(s):
    return _entities.sub(_entity, s) if '&' in s else s
