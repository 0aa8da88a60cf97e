"""OpenStack Swift with its S3 interface, complete, in one process on free ports of this machine.

usage: python3 swift-server.py FOLDER ACCESS_KEY SECRET_KEY
Prints the port once it answers. Ends and removes FOLDER when its standard input is closed, so that it never outlives
the process that started it.
ACCESS_KEY is Swift's `account:user`.
"""
import logging
import os
import shutil
import sys

from eventlet import patcher

patcher.monkey_patch(all=False, socket=True, select=True, thread=True)

import eventlet
import eventlet.wsgi
from swift.common import utils
from swift.common.ring import RingBuilder
from swift.common.wsgi import SwiftHttpProtocol, loadapp

folder, access_key, secret_key = sys.argv[1:4]
account, user = access_key.split(':')

# One replica on one simulated disk; no cache server, and only the errors of the start are logged.
SWIFT = '[swift-hash]\nswift_hash_path_suffix = tests\nswift_hash_path_prefix = tests\n'
BACK = '''[DEFAULT]
swift_dir = {folder}
devices = {folder}/disks
mount_check = false
disable_fallocate = true
fallocate_reserve = 0
[app:main]
use = egg:swift#{kind}
'''
FRONT = '''[DEFAULT]
swift_dir = {folder}
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats s3api tempauth copy slo dlo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
s3_acl = false
allow_multipart_uploads = false
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
allow_account_management = true
account_autocreate = true
'''


class NoCache:
    """Swift's sign-in requires a cache server; one that stores nothing is sufficient."""

    def get(self, *_args, **_named):
        return None

    def get_multi(self, keys, *_args, **_named):
        return [None for _ in keys]

    def set(self, *_args, **_named):
        pass

    set_multi = delete = incr = decr = set


def put(name, text):
    path = os.path.join(folder, name)
    with open(path, 'w') as file:
        file.write(text)
    return path


def listening():
    return eventlet.listen(('127.0.0.1', 0))


def serve(socket, conf):
    logger = logging.getLogger('swift-test')
    logger.addHandler(logging.NullHandler())
    app = loadapp(conf, global_conf={'log_name': 'swift-test'})

    def cached(environ, start_response):
        environ['swift.cache'] = NoCache()
        return app(environ, start_response)

    eventlet.spawn(eventlet.wsgi.server, socket, cached, log=logger, log_output=False, protocol=SwiftHttpProtocol, debug=False)


def main():
    put('swift.conf', SWIFT)
    utils.set_swift_dir(folder)
    os.makedirs(os.path.join(folder, 'disks', 'one'))
    for kind in ('account', 'container', 'object'):
        socket = listening()
        port = socket.getsockname()[1]
        ring = RingBuilder(part_power=2, replicas=1, min_part_hours=0)
        ring.add_dev({'id': 0, 'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': port, 'replication_ip': '127.0.0.1',
                      'replication_port': port, 'device': 'one', 'weight': 1, 'meta': ''})
        ring.rebalance()
        ring.get_ring().save(os.path.join(folder, kind + '.ring.gz'))
        serve(socket, put(kind + '.conf', BACK.format(folder=folder, kind=kind)))
    front = listening()
    serve(front, put('proxy.conf', FRONT.format(folder=folder, account=account, user=user, secret=secret_key)))
    print(front.getsockname()[1], flush=True)
    eventlet.tpool.execute(sys.stdin.read)
    shutil.rmtree(folder, ignore_errors=True)


main()
