"""decimal: arithmetic, contexts, rounding, texts, formats, errors."""
from decimal import *
import math, random
D = Decimal
print(D('1.1')+D('2.2'), D(1)/D(3), D('10')/4, D(7)//2, D(-7)//2, D(-7)%3, divmod(D(-7),2), D(2)**10, D(2)**-1, D('1.5')**3, -D('0'), +D('1.10'), abs(D('-3.2')), D(3)-1, 1-D(3), 2*D('1.5'), 1/D(8), 7%D(4), 2**D(3))
print(D('3.14159').quantize(D('0.01')), D('2.675').quantize(D('0.01'), rounding=ROUND_HALF_UP), D('2.5').to_integral_value(), round(D('2.675'),2), round(D('2.5')), round(D('-3.5')), int(D('3.9')), float(D('0.1')), math.floor(D('-1.5')), math.ceil(D('1.2')), math.trunc(D('-2.7')))
for m in (ROUND_DOWN,ROUND_UP,ROUND_HALF_UP,ROUND_HALF_DOWN,ROUND_HALF_EVEN,ROUND_CEILING,ROUND_FLOOR,ROUND_05UP):
    print(m, [str(D(x).quantize(D('1'),rounding=m)) for x in ('0.5','1.5','-1.5','2.4','-2.6','5.1','-0.5')])
print(D(0.1), D('1E+5'), D('1e-10'), D('0.000001'), D('0.0000001'), D('123e3'), D('-0'), D('NaN'), D('Infinity'), D('-inf'), D((1,(1,2,3),-2)), D('  1_000.5 '), D(True), repr(D('1.0')), D('0E-10'), D('0E+3'), D('sNaN123'))
print(D('1.0')==1, D('0.1')==0.1, D('0.5')==0.5, D(1)<2, D(1)<1.5, hash(D('1.0'))==hash(1), hash(D('0.5'))==hash(0.5), D('1.10').normalize(), D('100').normalize(), D('1.1').as_tuple(), D('0.25').as_integer_ratio(), D('123.45').adjusted(), D('NaN')==D('NaN'), max(D(1),D(3)), sorted([D('2'),D('1.5')]), sum([D('0.1')]*3), D('1')!='1')
for f in (lambda: D(1)/0, lambda: D(0)/0, lambda: D('abc'), lambda: D(1)+1.5, lambda: D('inf')-D('inf'), lambda: D(-1).sqrt(), lambda: D(1)%0, lambda: D(1)//0, lambda: D('1e999999')*10, lambda: D('1').quantize(D('1e-30')), lambda: D([1]), lambda: D(None), lambda: D('NaN')<1, lambda: int(D('inf')), lambda: int(D('nan')), lambda: D(0)**0, lambda: D('1').foo, lambda: getcontext().__setattr__('prec', 0), lambda: D(1).quantize(D(1), rounding='x')):
    try: print(f())
    except Exception as e: print(type(e).__name__, type(e).__mro__[1].__name__, e)
print(f"{D('1234567.891'):,.2f}|{D('0.5'):.0%}|{D('1.5'):10}|{D('1.5'):<8}|{D('-1.5'):+.3f}|{D('1e10'):e}|{D('12345'):.2e}|{D('0.00001234'):g}|{D('3'):05}|{D('2.5'):^9}|{D('1.25'):.1f}|{D('1E+3'):f}|{D('1E+3')}|{D('123.456'):.4}|{D('nan'):>6}|{D('inf'):f}|{D('5'):.2f}|{D('-7'):*=6}|{D('0'):.3e}|{D('1234.5'):,}")
print(D(2).sqrt(), D(16).sqrt(), D('0.25').sqrt(), D('2e-5').sqrt(), D(10).sqrt(Context(prec=5)))
getcontext().prec = 6; print(D(1)/7, D('1234567'), +D('1234567.8'), D('123456')*D('1000.1'), D('1e-5')+D('1e5'), D(3).sqrt(), getcontext())
with localcontext() as c:
    c.prec = 3; print(D(1)/7, c.prec)
with localcontext(prec=4, rounding=ROUND_UP): print(D(1)/7)
print(getcontext().prec, D(1)/7, getcontext().flags[Inexact]); getcontext().clear_flags(); print(getcontext().flags[Inexact])
setcontext(Context(prec=10, traps=[])); print(D(1)/0, D(0)/0, D('x'), D('inf')-D('inf'), D(-1).sqrt(), getcontext().flags[DivisionByZero])
setcontext(DefaultContext); random.seed(1)
vals=[D(random.randint(-10**random.randint(1,30),10**random.randint(1,30))).scaleb(random.randint(-25,12)) for _ in range(40)]
import operator as o
for i in range(0,40,2):
    a,b=vals[i],vals[i+1]
    out=[]
    for f in (o.add,o.sub,o.mul,o.truediv,o.floordiv,o.mod,divmod):
        try: out.append(str(f(a,b)))
        except Exception as e: out.append(type(e).__name__+str(e))
    print(a,b,out,a<b,a==b,a.max(b),a.min(b),a.compare(b),abs(a).sqrt(),a.normalize(),a.to_eng_string(),a.to_integral_value(),hash(a),f'{a:.5e} {a:.3f} {a:.4g} {a:,.1f}', float(a), a.fma(b,1))
for b in ('3','1.1','-2.5','0.5','10','1E+2','7.25'):
    for n in (0,1,2,5,13,-1,-2,-7): 
        print(b,n,D(b)**n, end=' ')
print()
import copy, pickle, json, statistics, fractions
print(copy.deepcopy(D('1.5')), pickle.loads(pickle.dumps(D('1.5'))), isinstance(D(1), D), D.from_float(0.1), D('1.5').is_finite(), D('nan').is_nan(), D('-1').is_signed(), D('1.23').same_quantum(D('4.56')), D('1').number_class(), D('1.5').copy_sign(D(-1)), complex(D('1.5')), D('3.0').to_integral_exact(), str(D('1E+2').to_integral_value()), D('5').copy_negate(), D(0).is_zero())
print(type(D(1)), D.__name__, D.__module__)
import random, operator as o
random.seed(7)
vals=[D(random.randint(-10**random.randint(1,40),10**random.randint(1,40))).scaleb(random.randint(-45,12)) for _ in range(60)]
for p in (1,9):
    for m in (ROUND_HALF_EVEN,ROUND_UP,ROUND_FLOOR,ROUND_05UP):
        setcontext(Context(prec=p,rounding=m,traps=[]))
        for i in range(0,60,12):
            a,b=vals[i],vals[(i*7+3)%60]
            print(a+b,a-b,a*b,a/b,a//b,a%b,a+0,a-a,0-a,abs(a).sqrt(),a**3,abs(a)**-2,+a,-a,a.quantize(D('0.01')),a.normalize(),a.to_integral_value(),f'{a:.2f} {a:.3e} {a:+.1%}',a+D('0e-30'),D(0)*a,D('0e5')+a)
print(D('0E-2')*1, D('0e10')/3, D('-0')+0, D('0.0')-D('0'), D('-0')*5, D(5)-5, D('1E-999999')/10**30, D('9.99e999999')*10, D('1')/D('1e500'), D('1e20')+D('1e-20'))
