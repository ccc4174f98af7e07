class MyErr(Exception):
    pass
class In:
    class E2(Exception): pass
try: raise In.E2("x")
except In.E2:
    import traceback; print(traceback.format_exc().splitlines()[-1])
try: raise MyErr("y")
except MyErr as e: print(traceback.format_exception_only(e))
raise MyErr("q")
