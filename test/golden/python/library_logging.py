# Loggers: where a message was logged, what a traceback adds, adapters, filters, handlers.
import logging, sys, io
b = io.StringIO()
logging.basicConfig(stream=b, level=logging.DEBUG, format='%(levelname)s:%(name)s:%(message)s')
log = logging.getLogger('a.b'); log.info('x %d', 3); log.warning('w %s %s', 'a', 'b'); log.debug({'a': 1}); log.error('e'); log.critical('c')
try: 1 / 0
except ZeroDivisionError: log.exception('boom')
print(b.getvalue())
log.setLevel(logging.ERROR); log.warning('no'); print(log.isEnabledFor(10), log.getEffectiveLevel(), log.level, log.name, log.parent, logging.getLogger('a'), logging.getLogger(), log, log.handlers, logging.getLevelName(30), logging.getLevelName('INFO'), logging.WARN)
class H(logging.Handler):
    def emit(self, r): print('H', r.levelname, r.getMessage(), r.name, r.lineno, r.funcName, r.args, r.msg)
h = H(); lg = logging.getLogger('z'); lg.addHandler(h); lg.propagate = False; lg.setLevel('INFO'); lg.info('hi %s', 'x'); lg.log(35, 'lvl'); lg.debug('no')
class Fl(logging.Filter):
    def filter(self, r): return 'ok' in r.getMessage()
h.addFilter(Fl()); lg.info('ok 1'); lg.info('nope'); lg.removeHandler(h); print(lg.handlers, lg.hasHandlers())
s = logging.StreamHandler(sys.stdout); s.setFormatter(logging.Formatter('{levelname:>8} {message}', style='{')); s.setLevel(logging.WARNING); lg.addHandler(s); lg.warning('styled'); lg.info('hidden')
logging.addLevelName(25, 'NOTICE'); lg.log(25, 'q'); print(logging.getLevelName(25)); lg.warning('extra', extra={'u': 1}); logging.disable(logging.CRITICAL); lg.critical('gone'); logging.disable(logging.NOTSET)
ad = logging.LoggerAdapter(lg, {'k': 1}); ad.warning('adapted'); print(s, logging.NullHandler(), logging.Formatter('%(message)s').format(logging.LogRecord('n', 20, 'p', 1, 'm %s', ('a',), None)))
print(logging.root.handlers, logging.getLogger('a.b') is log, lg.getChild('c'))
try: logging.getLogger('x').setLevel('BAD')
except ValueError as e: print(e)

