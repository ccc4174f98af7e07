"""argparse over given lists: values, defaults, choices, groups, subcommands, and what goes wrong."""
import argparse, sys
p = argparse.ArgumentParser(description="train", formatter_class=argparse.ArgumentDefaultsHelpFormatter)
p.add_argument("data", nargs="?", default="here", help="where")
p.add_argument("--lr", "-l", type=float, default=1e-3, metavar="LR")
p.add_argument("--batch-size", type=int, default="64", help="n (default: %(default)s)")
p.add_argument("--no-cuda", action="store_true", default=False)
p.add_argument("--wd", dest="decay", type=float)
p.add_argument("--layers", nargs="+", type=int, default=[1, 2])
p.add_argument("--opt", choices=["sgd", "adam"], default="sgd")
p.add_argument("-v", action="count", default=0)
p.add_argument("--tag", action="append")
p.add_argument("--flag", action=argparse.BooleanOptionalAction, default=True)
p.add_argument("--c", action="store_const", const=5)
a = p.parse_args([]); print(a, a.batch_size + 1, vars(a)["lr"])
print(p.parse_args("--lr 0.1 x --layers 3 4 --opt adam -vv -v --tag a --tag b --no-flag --no-cuda".split()))
print(p.parse_args(["-l0.5", "--batch-size=8", "--wd=-1", "--c"]), p.parse_args(["-l", "-2"]).lr)
print(p.parse_known_args(["--zzz", "3", "-q"]), p.parse_args(["--bat", "3"]).batch_size)
for bad in (["--lr", "x"], ["--opt", "z"], ["--nope"], ["--lr"], ["--layers"], ["a", "b"], ["--no", "1"], ["--no-cuda=3"]):
    try: p.parse_args(bad)
    except SystemExit as e: print("exit", e.code)
q = argparse.ArgumentParser(prog="q"); q.add_argument("src"); q.add_argument("dst", nargs="*"); q.add_argument("--n", type=int, required=True)
print(q.parse_args(["a", "b", "c", "--n", "3"]), q.parse_args(["--n", "1", "s"]), q.parse_args(["a", "--n=2", "--", "-x"]) if 0 else "")
for bad in ([], ["a"], ["--n", "1"]):
    try: q.parse_args(bad)
    except SystemExit as e: print("exit", e.code)
s = argparse.ArgumentParser(); sub = s.add_subparsers(dest="cmd"); t = sub.add_parser("train"); t.add_argument("--e", type=int, default=2); u = sub.add_parser("test"); u.set_defaults(fn="tt")
print(s.parse_args(["train", "--e", "5"]), s.parse_args(["test"]), s.parse_args([]))
g = argparse.ArgumentParser(); m = g.add_mutually_exclusive_group(required=True); m.add_argument("--a", action="store_true"); m.add_argument("--b", action="store_true")
print(g.parse_args(["--a"]))
for bad in ([], ["--a", "--b"]):
    try: g.parse_args(bad)
    except SystemExit as e: print("exit", e.code)
grp = p.add_argument_group("model"); grp.add_argument("--dim", type=int, default=4); print(p.parse_args([]).dim, p.get_default("dim"))
p.set_defaults(dim=9, other="o"); print(p.parse_args([]).dim, p.parse_args([]).other)
n = argparse.Namespace(x=1, **{"a b": 2}); print(n, "x" in n, n == argparse.Namespace(x=1), n.x)
try: p.add_argument("--lr")
except argparse.ArgumentError as e: print(e)


def positive(s):
    v = int(s)
    if v <= 0: raise argparse.ArgumentTypeError(f"{s} is not positive")
    return v
r = argparse.ArgumentParser(exit_on_error=False); r.add_argument("--k", type=positive); r.add_argument("--u", type=lambda z: z.upper()); r.add_argument("--pair", nargs=2); r.add_argument("--opt", nargs="?", const="C", default="D")
print(r.parse_args(["--k", "3", "--u", "ab", "--pair", "1", "2", "--opt"]), r.parse_args([]).opt, r.parse_args(["--opt", "z"]).opt)
for bad in (["--k", "0"], ["--k", "x"], ["--pair", "1"], ["--k"]):
    try: r.parse_args(bad)
    except argparse.ArgumentError as e: print(e)
