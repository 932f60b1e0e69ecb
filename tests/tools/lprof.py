"""lprof.py: profiles for tests, through `lpview --json` (docs/json.md)."""
import json
import os
import subprocess


class Profile:
    def __init__(self, path):
        shown = subprocess.run([os.environ["LPVIEW"], "--json", path], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
        if shown.returncode != 0 or shown.stderr:
            raise SystemExit(f"lpview --json {path}: status {shown.returncode}: {shown.stderr}")
        self.json = json.loads(shown.stdout)
