import re, sys
ROW = re.compile(r" *([\d.]+) +([\d.]+) +([\d.]+) +(\d+) ( +)(?:\[\d+\] )?(<[^>]*>|\S+)")
CALLS = {"main": ["one", "three", "compare", "down"], "thread": ["one"], "one": ["burn"], "three": ["twice"],
         "twice": ["burn"], "compare": ["burn"], "down": ["down", "burn"], "burn": [], None: ["main", "thread"]}
above, seen, samples = [], {}, 0
for line in open(sys.argv[1]):
    row = ROW.match(line)
    if not row:
        continue
    depth, name = len(row[5]) // 2, row[6]
    if name.startswith("<"):
        continue
    del above[depth:]
    above += [None] * (depth - len(above)) + [name]
    parent = above[depth - 1]
    if name not in CALLS[parent]:
        sys.exit(f"{name} is below {parent}: {line}")
    path = "/".join(above[1:])
    seen[path] = seen.get(path, 0) + float(row[1])
for wanted in sys.argv[2:]:
    path, least, most = wanted.split("=")[0], *map(float, wanted.split("=")[1].split("-"))
    if not least <= seen.get(path, 0) <= most:
        sys.exit(f"{path}: {seen.get(path, 0)} %, expected {least} to {most}; of {seen}")
