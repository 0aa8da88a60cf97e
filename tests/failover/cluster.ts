import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { postgresPrograms, unprivileged } from '../../src/tools/shared/outside-programs.mjs'
import { freePorts } from '../support/free-ports.ts'
import { openSilentWay, type SilentWay } from '../support/silent-way.ts'
import { signalAll, type Started, startProgram, treeOf } from './processes.ts'

/** Patroni's least. After so many seconds without its leader's sign of life the standby is promoted. */
const TTL_SECONDS = 20
const READY_MS = 90_000

/** One machine of the database: PostgreSQL and its Patroni, and every way to and from it. */
export interface Node {
  readonly name: string
  /** Its data, which may be a disk of its own. */
  readonly folder: string
  /** As a power cut does. */
  kill(): void
  freeze(): void
  thaw(): void
  /** Its clients, its standby and the store of the cluster's state don't reach it, nor it them. */
  cutOff(isCutOff: boolean): void
  /** Starts it again after `kill`. */
  start(): void
  log(): string
}

export interface Machines {
  readonly leader: Node
  readonly standby: Node
}

export interface Cluster {
  /** Through HAProxy, which leads to the leader. */
  readonly url: string
  /** Of both machines, of which a client finds the leader itself. */
  readonly ownUrl: string
  /** The node that takes writes. Waits until there is one, and a standby that confirms each commit. */
  whole(): Promise<Machines>
  close(): Promise<void>
}

/**
 * Two machines with a synchronous standby, kept by Patroni and etcd behind HAProxy, as operators run them.
 * @param disk makes a folder the disk of a node's data, and an ordinary folder again
 */
export async function openCluster(disk: {
  mount(folder: string): void
  unmount(folder: string): void
}): Promise<Cluster> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bf-'))
  const owner = unprivileged()
  const own = (some: string) => {
    if (owner !== undefined) chownSync(some, owner.uid, owner.gid)
  }
  own(folder)
  const [client, peer, entry] = (await freePorts(3)) as [number, number, number]
  const programs: { end(signal?: NodeJS.Signals): Promise<void> }[] = []
  const ways: SilentWay[] = []
  const wayTo = async (port: number) => {
    const way = await openSilentWay(() => connect(port, '127.0.0.1'))
    ways.push(way)
    return way
  }
  const [forClients, forPeers] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`]
  const etcd = startProgram('etcd', [
    '--enable-v2',
    `--data-dir=${path.join(folder, 'etcd')}`,
    `--listen-client-urls=${forClients}`,
    `--advertise-client-urls=${forClients}`,
    `--listen-peer-urls=${forPeers}`,
    `--initial-advertise-peer-urls=${forPeers}`,
    `--initial-cluster=default=${forPeers}`,
  ])
  programs.push(etcd)

  const node = async (name: string): Promise<Node & { api: number; toApi: SilentWay; toDatabase: SilentWay }> => {
    const [port, api] = (await freePorts(2)) as [number, number]
    const [toDatabase, toApi, toStore] = [await wayTo(port), await wayTo(api), await wayTo(client)]
    const home = path.join(folder, name)
    mkdirSync(home)
    disk.mount(home)
    own(home)
    const data = path.join(home, 'data')
    const trust = ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust']
    // JSON is YAML too.
    const settings = {
      scope: 'bagrun',
      name,
      restapi: { listen: `127.0.0.1:${api}`, connect_address: toApi.host },
      // Before Patroni 3.0.3 its `etcd3` doesn't compare the leader key with what it read: a leader that goes on after
      // a freeze takes the key back from the promoted standby, whose commits are then rewound
      // (https://github.com/patroni/patroni/pull/2689). Debian 12 has 3.0.2; its `etcd` compares.
      // Without `use_proxies` Patroni asks for the store's own address, and goes there past the way that is cut off.
      etcd: { hosts: toStore.host, use_proxies: true },
      bootstrap: {
        dcs: {
          ttl: TTL_SECONDS,
          loop_wait: 2,
          retry_timeout: 3,
          synchronous_mode: true,
          master_start_timeout: 0,
          postgresql: {
            use_pg_rewind: true,
            parameters: { max_connections: 100, shared_buffers: '32MB', max_wal_size: '96MB', min_wal_size: '32MB' },
          },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      },
      postgresql: {
        listen: `127.0.0.1:${port}`,
        connect_address: toDatabase.host,
        data_dir: data,
        // The folder may hold links to some of the programs only.
        bin_dir: path.dirname(realpathSync(path.join(postgresPrograms()!, 'postgres'))),
        pgpass: path.join(home, 'pgpass'),
        pg_hba: trust,
        parameters: { unix_socket_directories: home },
        authentication: {
          superuser: { username: 'postgres', password: 'proof' },
          replication: { username: 'replicator', password: 'proof' },
        },
      },
    }
    const file = path.join(folder, `${name}.yml`)
    writeFileSync(file, JSON.stringify(settings))
    let patroni: Started
    const start = () => {
      patroni = startProgram('patroni', [file], { ...owner, cwd: home, env: { ...process.env, HOME: home } })
    }
    start()
    const processes = () => {
      const postmaster = path.join(data, 'postmaster.pid')
      const pid = existsSync(postmaster) ? Number(readFileSync(postmaster, 'utf8').split('\n')[0]) : 0
      return [patroni.child.pid ?? 0, pid].filter((one) => one > 0).flatMap(treeOf)
    }
    programs.push({ end: async () => signalAll(processes(), 'SIGKILL') })
    return {
      name,
      api,
      toApi,
      toDatabase,
      folder: home,
      start,
      kill: () => signalAll(processes(), 'SIGKILL'),
      freeze: () => signalAll(processes(), 'SIGSTOP'),
      thaw: () => signalAll(processes(), 'SIGCONT'),
      cutOff: (isCutOff) => [toDatabase, toApi, toStore].forEach((way) => way.silent(isCutOff)),
      log: () => patroni.log(),
    }
  }
  const nodes = [await node('one'), await node('two')]
  const proxy = path.join(folder, 'haproxy.cfg')
  writeFileSync(
    proxy,
    [
      'defaults',
      '  mode tcp',
      '  timeout connect 2s',
      '  timeout client 1h',
      '  timeout server 1h',
      'listen database',
      `  bind 127.0.0.1:${entry}`,
      '  option httpchk GET /primary',
      '  http-check expect status 200',
      '  timeout check 2s',
      '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
      ...nodes.map(({ name, toDatabase, toApi }) => `  server ${name} ${toDatabase.host} check port ${toApi.port}`),
      '',
    ].join('\n'),
  )
  programs.push(startProgram('haproxy', ['-db', '-f', proxy]))

  const stateOf = async ({ api }: { api: number }) => {
    try {
      const answer = await fetch(`http://127.0.0.1:${api}/patroni`, { signal: AbortSignal.timeout(2_000) })
      return (await answer.json()) as { role?: string; state?: string; replication?: { sync_state: string }[] }
    } catch {
      return {}
    }
  }
  return {
    url: `postgres://postgres:proof@127.0.0.1:${entry}`,
    ownUrl: `postgres://postgres:proof@${nodes.map(({ toDatabase }) => toDatabase.host).join(',')}`,
    whole: async () => {
      for (const until = performance.now() + READY_MS; performance.now() < until; await wait(500)) {
        const states = await Promise.all(nodes.map(stateOf))
        const at = states.findIndex(
          ({ role, state, replication = [] }) =>
            (role === 'master' || role === 'primary') &&
            state === 'running' &&
            replication.some(({ sync_state: sync }) => sync === 'sync'),
        )
        if (at >= 0) return { leader: nodes[at]!, standby: nodes[1 - at]! }
      }
      throw new Error(`The cluster is not whole:\n${nodes.map(({ log }) => log().slice(-1_500)).join('\n')}`)
    },
    close: async () => {
      for (const program of programs.toReversed()) await program.end('SIGKILL')
      for (const way of ways) await way.close()
      for (const { folder: home } of nodes) disk.unmount(home)
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}
