SRC = ["def f(a):\n global a", "def f():\n x=1\n global x", "def f():\n print(x)\n nonlocal x", "nonlocal x", "def g():\n x=1\n def f():\n  global x\n  nonlocal x", "def g():\n x=1\n def f():\n  nonlocal x\n  global x", "[i := 0 for i in range(3)]", "class A:\n x=[y := 1 for _ in range(2)]", "def f():\n nonlocal zz", "def f(a, a): pass", "def f():\n global q\n q = 1\nf()", "def f():\n global r, r\n r=1"]
for s in SRC:
    try:
        exec(compile(s, "m.py", "exec"), {})
        print("ok")
    except SyntaxError as e:
        print(e, e.lineno, e.offset, e.end_offset)
