"""csv: rows of text with separators and quotes. After CPython 3.11's Modules/_csv.c in our own words; dialects by name and escapechar are left out."""
from _os import refuse as _refuse

QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE = 0, 1, 2, 3
class Error(Exception):
    pass

def _options(dialect, kw):
    o = {'delimiter': ',', 'quotechar': '"', 'lineterminator': '\r\n', 'quoting': 0, 'skipinitialspace': False}
    if dialect == 'excel-tab':
        o['delimiter'] = '\t'
    elif dialect == 'unix':
        o['lineterminator'], o['quoting'] = '\n', 1
    elif dialect != 'excel':
        _refuse(f'csv with dialect={dialect!r}')
    for k in kw:
        if k not in o:
            _refuse(f'csv with {k}=')
    o.update(kw)
    if o['quoting'] == 3:
        _refuse('csv with QUOTE_NONE')
    return o

class _Writer:
    def __init__(self, file, dialect, kw):
        self._file, self._o = file, _options(dialect, kw)
    def _field(self, v, alone):
        o = self._o
        s = '' if v is None else repr(v) if isinstance(v, float) else str(v)
        q, numeric = o['quotechar'], isinstance(v, (int, float))
        if o['quoting'] == 1 or o['quoting'] == 2 and not numeric or alone and s == '' or any(c in s for c in (o['delimiter'], q, '\n', '\r')):
            return q + s.replace(q, q + q) + q
        return s
    def writerow(self, row):
        row = list(row)
        return self._file.write(self._o['delimiter'].join([self._field(v, len(row) == 1) for v in row]) + self._o['lineterminator'])
    def writerows(self, rows):
        for r in rows:
            self.writerow(r)
def writer(csvfile, dialect='excel', **kw):
    return _Writer(csvfile, dialect, kw)

class _Reader:
    def __init__(self, lines, dialect, kw):
        self._lines, self._o, self.line_num = iter(lines), _options(dialect, kw), 0
    def __iter__(self):
        return self
    def __next__(self):
        o = self._o
        d, q = o['delimiter'], o['quotechar']
        row, field, state, quoted = [], '', 'start', False
        line = next(self._lines)
        self.line_num += 1
        while True:
            for c in line:
                if state == 'in':
                    if c == q:
                        state = 'quote'
                    else:
                        field += c
                elif c == '\n' or c == '\r':
                    continue
                elif c == d:
                    row.append(float(field) if o['quoting'] == 2 and not quoted else field)
                    field, state, quoted = '', 'start', False
                elif c == q and state == 'start':
                    state, quoted = 'in', True
                elif c == q and state == 'quote':
                    field += c
                    state = 'in'
                elif c == ' ' and state == 'start' and o['skipinitialspace']:
                    continue
                else:
                    field += c
                    state = 'plain'
            if state != 'in':
                break
            try:
                line = next(self._lines)
            except StopIteration:
                break
            self.line_num += 1
        if row or field or state != 'start' or quoted:
            row.append(float(field) if o['quoting'] == 2 and not quoted else field)
        return row
def reader(csvfile, dialect='excel', **kw):
    return _Reader(csvfile, dialect, kw)

class DictReader:
    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect='excel', **kw):
        self._names, self.restkey, self.restval, self.reader = fieldnames, restkey, restval, reader(f, dialect, **kw)
    @property
    def fieldnames(self):
        if self._names is None:
            self._names = next(self.reader, None)
        return self._names
    @property
    def line_num(self):
        return self.reader.line_num
    def __iter__(self):
        return self
    def __next__(self):
        names = self.fieldnames
        row = next(self.reader)
        while row == []:
            row = next(self.reader)
        d = dict(zip(names, row))
        if len(names) < len(row):
            d[self.restkey] = row[len(names):]
        for k in names[len(row):]:
            d[k] = self.restval
        return d
class DictWriter:
    def __init__(self, f, fieldnames, restval='', extrasaction='raise', dialect='excel', **kw):
        self.fieldnames, self.restval, self.extrasaction, self.writer = fieldnames, restval, extrasaction, writer(f, dialect, **kw)
    def writeheader(self):
        return self.writerow(dict(zip(self.fieldnames, self.fieldnames)))
    def _list(self, row):
        wrong = [k for k in row if k not in self.fieldnames]
        if wrong and self.extrasaction == 'raise':
            raise ValueError('dict contains fields not in fieldnames: ' + ', '.join([repr(x) for x in wrong]))
        return [row.get(k, self.restval) for k in self.fieldnames]
    def writerow(self, row):
        return self.writer.writerow(self._list(row))
    def writerows(self, rows):
        for r in rows:
            self.writerow(r)
