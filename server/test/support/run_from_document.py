"""Runs a recipe by a token, with Python's standard library and the API document alone.

python3 run_from_document.py SITE TOKEN free|priced|cancel RECIPE

A priced recipe that nobody has paid for prints where a person pays; then the same call runs it.
"""
import json, sys, time, urllib.request
from urllib.error import HTTPError

site, token, what, recipe = sys.argv[1:]


def send(method, path, body=None):
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(site + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.headers["Content-Type"], answer.read()
    except HTTPError as refusal:
        told = refusal.read().decode()
        if refusal.code == 402:
            print(told)
            sys.exit()
        sys.exit(f"{method} {path}: {refusal.code} {told}")


document = json.loads(send("GET", "/api/v1/openapi.json")[1])
calls = {o["operationId"]: (m.upper(), p) for p, ms in document["paths"].items() for m, o in ms.items()}


def call(name, body=None, **params):
    method, path = calls[name]
    kind, data = send(method, path.format(**params), body)
    return json.loads(data) if kind.startswith("application/json") else data


inputs = {"wish": "forever" if what == "cancel" else "a boat"}
job = call("createCreation", {"user_inputs": inputs, "async": True}, id=recipe)["job_id"]
if what == "cancel":
    call("cancelJob", id=job)
while (state := call("getJob", id=job))["status"] not in ("COMPLETED", "FAILED", "CANCELLED"):
    time.sleep(0.2)
made = (state.get("result") or {}).get("id")
bytes_read = len(call("downloadCreation", id=made)) if made else 0
print(json.dumps({"status": state["status"], "creation": made, "bytes": bytes_read}))
