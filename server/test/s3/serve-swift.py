"""OpenStack Swift with its S3 door, whole and on loopback, for as long as standard input stays open.

Started by scripts/test-s3.mjs with Debian’s python3: serve-swift.py FOLDER ACCOUNT USER SECRET. Prints the
address as soon as it answers. Access key is ACCOUNT:USER.
"""

import getpass
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

# The packaged programs would read /etc/swift.
SERVE = """
import os, sys
from swift.common import utils, wsgi
utils.set_swift_dir(os.path.dirname(sys.argv[1]))
sys.exit(wsgi.run_wsgi(sys.argv[1], sys.argv[2]))
"""
START_SECONDS = 60


def free_ports(count):
    held = [socket.socket() for _ in range(count)]
    for one in held:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in held]
    for one in held:
        one.close()
    return ports


def write(folder, name, text):
    with open(os.path.join(folder, name), "w") as file:
        file.write(text)


def build_rings(folder, ports):
    from swift.common.ring import RingBuilder

    for name, port in ports.items():
        builder = RingBuilder(part_power=4, replicas=1, min_part_hours=0)
        builder.add_dev({
            "region": 1, "zone": 1, "weight": 1, "device": "disk",
            "ip": "127.0.0.1", "port": port,
            "replication_ip": "127.0.0.1", "replication_port": port,
        })
        builder.rebalance(seed=1)
        builder.get_ring().save(os.path.join(folder, f"{name}.ring.gz"))


def configure(folder, ports, proxy, memcached, account, user, secret):
    write(folder, "swift.conf", "[swift-hash]\nswift_hash_path_suffix = tests\n")
    common = f"bind_ip = 127.0.0.1\nswift_dir = {folder}\nuser = {getpass.getuser()}\nworkers = 0\n"
    for name, port in ports.items():
        write(folder, f"{name}.conf", f"""[DEFAULT]
bind_port = {port}
{common}devices = {folder}/devices
mount_check = false
fallocate_reserve = 0

[pipeline:main]
pipeline = {name}-server

[app:{name}-server]
use = egg:swift#{name}
""")
    write(folder, "proxy.conf", f"""[DEFAULT]
bind_port = {proxy}
{common}
[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy slo dlo proxy-server

[filter:catch_errors]
use = egg:swift#catch_errors

[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:{memcached}

[filter:s3api]
use = egg:swift#s3api
location = us-east-1

[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret} .admin

[filter:copy]
use = egg:swift#copy

[filter:slo]
use = egg:swift#slo

[filter:dlo]
use = egg:swift#dlo

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
""")


def answers(address):
    try:
        urllib.request.urlopen(address, timeout=2).close()
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


def main(folder, account, user, secret):
    os.makedirs(os.path.join(folder, "devices", "disk"))
    *storage, proxy, memcached = free_ports(5)
    ports = dict(zip(("account", "container", "object"), storage))
    build_rings(folder, ports)
    configure(folder, ports, proxy, memcached, account, user, secret)
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
    children = [subprocess.Popen(
        [shutil.which("memcached") or "memcached", "-l", "127.0.0.1", "-p", str(memcached),
         "-U", "0", "-m", "16", "-u", getpass.getuser()], **quiet)]
    for name in (*ports, "proxy"):
        conf = os.path.join(folder, f"{name}.conf")
        children.append(
            subprocess.Popen([sys.executable, "-c", SERVE, conf, f"{name}-server"], **quiet))
    try:
        address = f"http://127.0.0.1:{proxy}"
        until = time.monotonic() + START_SECONDS
        while not answers(address):
            ended = [child.args for child in children if child.poll() is not None]
            if ended or time.monotonic() > until:
                raise SystemExit(f"Swift did not start: {ended or 'it does not answer'}")
            time.sleep(0.2)
        print(address, flush=True)
        # Whoever started us may be killed: then this end of the pipe closes.
        sys.stdin.read()
    finally:
        for child in children:
            child.kill()
        for child in children:
            child.wait()


main(*sys.argv[1:])
