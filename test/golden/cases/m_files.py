"""What a program writes it can read again: text, bytes, rows, objects, folders, checkpoints."""
import csv
import glob
import json
import os
import pickle
import shutil
import tempfile
from pathlib import Path

import torch

home = tempfile.mkdtemp()
os.chdir(home)
os.makedirs("runs/one", exist_ok=True)
os.makedirs("runs/one", exist_ok=True)
with open("runs/one/log.txt", "w") as f:
    f.write("first\n")
    f.writelines(["second\n", "thïrd"])
    print(f.tell(), f.name, f.mode)
print(f.closed, os.path.getsize("runs/one/log.txt"))
for line in open("runs/one/log.txt"):
    print(repr(line))
with open("runs/one/log.txt", encoding="utf-8") as f:
    print(f.readline(), f.read(3), f.readlines())
with open("raw", "wb") as f:
    f.write(b"abc\x00\xff\n12")
with open("raw", "rb") as f:
    print(f.read(2), f.tell(), f.seek(4), f.readline(), f.read())
with open("raw", "r+b") as f:
    f.seek(1)
    f.write(b"ZZ")
    f.truncate(4)
print(open("raw", "rb").read())
print([(os.path.relpath(r, home), sorted(d), sorted(n)) for r, d, n in os.walk(home)])

for attempt in (
    lambda: open("absent"),
    lambda: os.mkdir("runs"),
    lambda: os.listdir("absent"),
    lambda: os.remove("absent"),
    lambda: os.rmdir("runs"),
    lambda: open("runs"),
    lambda: open("absent/x", "w"),
    lambda: open("raw/x", "w"),
    lambda: open("raw", "x"),
    lambda: open("raw", "rw"),
    lambda: open("raw", "w").write(b""),
    lambda: open("raw").write(""),
    lambda: open("raw", "wb").write(""),
    lambda: torch.save(1, "absent/m.pt"),
    lambda: torch.load("absent.pt"),
    lambda: os.path.join(None, "a"),
    lambda: Path("absent").unlink(),
    lambda: shutil.rmtree("absent"),
    lambda: Path("a").with_suffix("pt"),
    lambda: Path("a/b").relative_to("c"),
):
    try:
        attempt()
    except (OSError, ValueError, TypeError, RuntimeError) as e:
        print(type(e).__name__, e)

folder = Path("runs") / "two"
folder.mkdir(parents=True, exist_ok=True)
print((folder / "notes.md").write_text("a\nb\n"), (folder / "notes.md").read_text().split())
(folder / "empty").touch()
print(sorted(p.name for p in folder.iterdir()), [str(p) for p in folder.glob("*.md")], sorted(str(p) for p in Path("runs").rglob("*")))
print(repr(folder), folder.parts, folder.parent, folder.exists(), (folder / "x").is_file(), f"{folder}/x", os.path.join(folder, "x"))
p = Path("/data/./set//train.tar.gz")
print(p, p.name, p.stem, p.suffix, p.suffixes, p.parent.parent, p.is_absolute(), p.with_suffix(".pt"), p.with_name("x"), p.relative_to("/data"), Path("."), Path("a") / ".." / "b")
print(Path("a/b") == Path("a") / "b", Path("a") < Path("b"), {Path("a"): 1}[Path("a")], p.match("*.gz"), Path("a.py").match("b/*.py"))
shutil.copy("runs/one/log.txt", "runs/two")
shutil.move("runs/two/log.txt", "runs/two/kept.txt")
print(sorted(glob.glob("runs/*/*.txt")), sorted(glob.glob("runs/**/*.md", recursive=True)), glob.glob("absent/*"))

with open("rows.csv", "w", newline="") as f:
    w = csv.writer(f)
    w.writerow(["step", "a,b", 'say "x"'])
    w.writerows([[1, 0.5, None], ["", "two\nlines", True]])
with open("rows.csv", newline="") as f:
    print(repr(f.read()))
with open("rows.csv") as f:
    print(list(csv.reader(f)))
with open("log.csv", "w", newline="") as f:
    w = csv.DictWriter(f, fieldnames=["epoch", "loss"])
    w.writeheader()
    w.writerow({"epoch": 1, "loss": 0.25})
print(list(csv.DictReader(open("log.csv"))))
with open("c.json", "w") as f:
    json.dump({"lr": 0.1, "layers": [1, 2]}, f, indent=2)
print(json.load(open("c.json")), len(open("c.json").read()))


class Vocabulary:
    def __init__(self):
        self.index = {"a": 0}


v = Vocabulary()
with open("v.pkl", "wb") as f:
    pickle.dump(v, f)
v.index["b"] = 1
with open("v.pkl", "rb") as f:
    w = pickle.load(f)
print(w.index, type(w) is Vocabulary, w is v)

model = torch.nn.Linear(2, 1)
path = os.path.join("runs", "one", "model.pt")
torch.save({"model": model.state_dict(), "epoch": 3}, path)
print(os.path.exists(path), os.path.isfile(path), sorted(os.listdir("runs/one")))
again = torch.nn.Linear(2, 1)
state = torch.load(path, map_location="cpu")
print(again.load_state_dict(state["model"]), state["epoch"], torch.equal(model.weight, again.weight))
with open(folder / "m.pt", "wb") as f:
    torch.save(model.state_dict(), f)
with open(folder / "m.pt", "rb") as f:
    print(list(torch.load(f)))
os.rename(path, "best.pt")
print(os.path.exists(path), torch.load("best.pt")["epoch"])
with tempfile.TemporaryDirectory() as d:
    print(os.path.isdir(d), os.listdir(d))
print(os.path.exists(d))
shutil.rmtree(home)
print(os.path.exists(home), os.path.splitext("a/b.tar.gz"), os.path.commonprefix(["abc", "abd"]), os.path.relpath("/a/b", "/a/c"))
