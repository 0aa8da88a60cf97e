import pg from 'pg'
import { connectionLost, noFreeConnection, READ_ONLY } from './errors.ts'

const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/]*@)?)([^/?]*)(.*)$/i
const WRITING = ['any', 'read-write', 'primary']

/** DATABASE_URL is not an address that pg could use. The message never repeats it, because it may hold a password. */
export class WrongAddress extends Error {
  override readonly name = 'WrongAddress'
}

/**
 * The servers that DATABASE_URL names: one, or a primary and its standbys with commas between them. With several, a
 * connection goes to the first that takes writes, and after a failover to the one that was promoted.
 */
export class DatabaseHosts {
  readonly #addresses: readonly string[]
  #at = 0

  constructor(url: string) {
    this.#addresses = addressesOf(url)
  }

  get count(): number {
    return this.#addresses.length
  }

  /** The address that connections are made to now. */
  get current(): string {
    return this.#addresses[this.#at]!
  }

  /** Runs `connect`, at most once for each host, until one is there and takes writes. */
  async tried<T>(connect: () => Promise<T>): Promise<T> {
    for (let left = this.count; ; left -= 1) {
      const address = this.current
      try {
        return await connect()
      } catch (error) {
        if (!connectionLost(error)) throw error
        // Another connection may have moved on already.
        const isStill = address === this.current
        if (isStill && noFreeConnection(error)) throw error
        if (isStill) this.#at = (this.#at + 1) % this.count
        if (left <= 1) throw error
      }
    }
  }

  /** Throws, as for a lost connection, at a host that takes no writes while there are others. */
  async assertWrites(client: pg.ClientBase): Promise<void> {
    if (this.count === 1) return
    const { rows } = await client.query<{ writes: boolean }>(
      "select current_setting('transaction_read_only') = 'off' as writes",
    )
    if (rows[0]?.writes !== true)
      throw Object.assign(new Error('This server of the database takes no writes.'), { code: READ_ONLY })
  }

  /** The class of connections for pg's pool, which makes each of the address that is current then. */
  get Client(): typeof pg.Client {
    const current = () => this.current
    return class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        super({ ...config, connectionString: current() })
      }
    }
  }
}

/** One address for each host. Throws WrongAddress. */
export function addressesOf(url: string): string[] {
  const [, before, hosts, after] = ADDRESS.exec(url) ?? []
  if (before === undefined) throw new WrongAddress('It has to begin with postgres://.')
  const addresses = hosts!.split(',').map((host) => `${before}${host}${after!}`)
  for (const address of addresses) {
    // In a socket address the host is empty: postgres://user@/database?host=/run/postgresql
    const readable = address.replace('@/', '@localhost/')
    if (!URL.canParse(readable)) throw new WrongAddress('A host in it can’t be read.')
    const wanted = new URL(readable).searchParams.get('target_session_attrs')
    if (wanted !== null && !WRITING.includes(wanted))
      throw new WrongAddress(`The server writes, so target_session_attrs has to be ${WRITING.join(', ')}, or absent.`)
  }
  return addresses
}
