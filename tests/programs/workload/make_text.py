"""make_text.py FILE BYTES: writes text, numbers, repeats and noise, always the same."""
import sys


def noise(state):
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield state >> 33


def main():
    path, size = sys.argv[1], int(sys.argv[2])
    words = [b"the", b"quick", b"brown", b"fox", b"jumps", b"over", b"0x7fff", b"lazy", b"dog",
             b"lorem-ipsum", b"\xc3\xa4\xc3\xb6", b"<tag attr='1'>", b"</tag>", b"3.14159"]
    random = noise(1)
    out = bytearray()
    while len(out) < size:
        kind = next(random) % 16
        if kind == 0:
            out += bytes(next(random) % 256 for _ in range(next(random) % 500))
        elif kind == 1:
            out += bytes([next(random) % 256]) * (next(random) % 2000)
        elif kind == 2 and out:
            start = next(random) % len(out)
            out += out[start:start + next(random) % 800]
        elif kind == 3:
            out += b"".join(b"%d,%d\n" % (i, next(random) % 1000) for i in range(30))
        else:
            out += b" ".join(words[next(random) % len(words)] for _ in range(20)) + b"\n"
    with open(path, "wb") as file:
        file.write(out[:size])


main()
