"""pprof.py: reads profile.proto: {field: [values]}, messages as bytes."""
import gzip

def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 0x7f) << shift
        at, shift = at + 1, shift + 7
        if not data[at - 1] & 0x80:
            return value, at

def message(data):
    fields, at = {}, 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        elif key & 7 == 2:
            size, at = varint(data, at)
            if at + size > len(data):
                raise ValueError("a field that is longer than its message")
            value, at = data[at:at + size], at + size
        else:
            raise ValueError(f"wire type {key & 7}")
        fields.setdefault(key >> 3, []).append(value)
    return fields

def packed(data):
    values, at = [], 0
    while at < len(data):
        value, at = varint(data, at)
        values.append(value)
    return values

def stacks(path):
    """{names, outermost first: ns}, the same of CPU time, {(function, file, line)}; checks what
    readers rely on."""
    top = message(gzip.open(path).read())
    strings = [text.decode() for text in top[6]]
    assert strings[0] == "" and len(set(strings[1:])) > 5
    functions = {f[1][0]: (strings[f[2][0]], strings[f.get(4, [0])[0]]) for f in map(message, top[5])}
    locations, lines, addresses = {}, set(), []
    mapping, = map(message, top[3])
    for location in map(message, top[4]):
        line = message(location[4][0])
        name, file = functions[line[1][0]]
        locations[location[1][0]] = name
        lines.add((name, file, line.get(2, [0])[0]))
        addresses.append(location[3][0])
        assert mapping[2][0] <= location[3][0] < mapping[3][0] and location[2][0] == mapping[1][0]
    assert len(set(addresses)) == len(addresses), "two locations have one address"
    assert len(locations) == len(addresses)
    types = [[strings[t[1][0]], strings[t[2][0]]] for t in map(message, top[1])]
    assert types == [["samples", "count"], ["time", "nanoseconds"], ["cpu", "nanoseconds"]], types
    sums, cpu_sums = {}, {}
    for sample in map(message, top[2]):
        names = tuple(locations[number] for number in reversed(packed(sample[1][0])))
        count, ns, cpu_ns = packed(sample[2][0])
        sums[names] = sums.get(names, 0) + ns
        cpu_sums[names] = cpu_sums.get(names, 0) + cpu_ns
    return sums, cpu_sums, lines
