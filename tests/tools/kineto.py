"""kineto.py: a Chrome trace in Kineto's dialect: what its readers rely on, and what it says.

    kineto.py TRACE     exits with 1 if a rule is broken

As a module: read(path) gives the events with a length, each with its "stack" of names.
"""
import json
import sys

CATEGORIES = {"cpu_op", "overhead", "kernel", "gpu_memcpy", "gpu_memset"}
ON_GPU = {"kernel", "gpu_memcpy", "gpu_memset"}


def check_event(event):
    assert isinstance(event["name"], str) and event["name"], event
    assert event["ph"] in ("X", "M"), event
    assert type(event["pid"]) is int and type(event["tid"]) is int, event
    assert isinstance(event["args"], dict), event
    if event["ph"] == "X":
        assert event["cat"] in CATEGORIES and event["ts"] >= 0 and event["dur"] > 0, event
    if event.get("cat") in ON_GPU:
        args = event["args"]
        assert type(args["device"]) is int and args["device"] == event["pid"], event
        assert type(args["stream"]) is int and type(args["correlation"]) is int, event


def nest(events):
    """Gives the events of one thread their stacks; they may not overlap but as caller and callee."""
    above = []
    for event in sorted(events, key=lambda event: (event["ts"], -event["dur"])):
        while above and above[-1]["ts"] + above[-1]["dur"] <= event["ts"]:
            above.pop()
        if above:
            assert event["ts"] + event["dur"] <= above[-1]["ts"] + above[-1]["dur"], (event, above[-1])
        event["stack"] = tuple(other["name"] for other in above) + (event["name"],)
        above.append(event)


def read(path):
    trace = json.load(open(path, encoding="utf-8"))
    assert trace["schemaVersion"] == 1 and "not a timeline" in trace["otherData"]["layout"]
    events = trace["traceEvents"]
    for event in events:
        check_event(event)
    boxes = [event for event in events if event["ph"] == "X"]
    named = {(event["pid"], event["name"]) for event in events if event["ph"] == "M"}
    devices = {device["id"] for device in trace["deviceProperties"]}
    for process in {event["pid"] for event in boxes}:
        assert (process, "process_name") in named and (process, "thread_name") in named, process
    assert {event["pid"] for event in boxes if event["cat"] in ON_GPU} <= devices, devices
    assert not {event["pid"] for event in boxes if event["cat"] not in ON_GPU} & devices, devices
    for row in {(event["pid"], event["tid"]) for event in boxes}:
        nest([event for event in boxes if (event["pid"], event["tid"]) == row])
    return boxes


if __name__ == "__main__":
    print(len(read(sys.argv[1])))
