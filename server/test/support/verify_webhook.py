"""Reads {secret, id, timestamp, signature, body} as JSON and says whether the webhook is genuine."""
import base64, hmac, json, sys, time


def is_genuine(secret, headers, body, now=None):
    stamp = headers["webhook-timestamp"]
    if abs((now or time.time()) - int(stamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{stamp}.".encode() + body
    good = "v1," + base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
    return any(hmac.compare_digest(good, one) for one in headers["webhook-signature"].split(" "))


if __name__ == "__main__":
    given = json.load(sys.stdin)
    print(json.dumps(is_genuine(given["secret"], given["headers"], given["body"].encode())))
