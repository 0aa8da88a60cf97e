import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { OpenDatabase } from '#server/db/database.ts'
import { openMemory } from '#server/db/embedded/durable-database.mjs'
import { connectionPool, REPORT_MS, SESSION_SETTINGS } from '#server/db/pool.ts'

type PGlite = Awaited<ReturnType<typeof openMemory>>

/**
 * The embedded database in this thread: production's pool and driver and the same PostgreSQL, without the thread, the
 * socket and the disk between them, which take three quarters of a simulated day's time and are not under test here.
 */
export async function openInThread(snapshot: string): Promise<OpenDatabase & { lines: Lines }> {
  const pglite = await openMemory(snapshot, (severity, words) => {
    throw new Error(`${severity}: ${words}`)
  })
  const lines = new Lines()
  const pool = connectionPool({
    stream: () => new InThreadLine(pglite, lines) as never,
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    prepare: async (client) => {
      await client.query('rollback')
      await client.query('discard all')
      await client.query(SESSION_SETTINGS)
      keepPlans(client)
    },
    onBroken: () => undefined,
  })
  const db = drizzle({ client: pool })
  return {
    kind: 'embedded',
    db,
    pool,
    reports: db,
    reportMs: REPORT_MS,
    lines,
    longWork: () => Promise.reject(new Error('A simulated day begins migrated.')),
    maintain: async () => undefined,
    close: async () => {
      await pool.end()
      await pglite.close()
    },
  }
}

/** The open connections, and when they break: simulates a crashing database or a broken network connection. */
export class Lines extends Set<InThreadLine> {
  #left = Number.POSITIVE_INFINITY
  #afterCommit = false

  /** The connection breaks at the n-th message from now, which the database does not receive. */
  cutAt(messages: number): void {
    this.#left = messages
  }

  /** The connection breaks after the database has committed, so the commit is never confirmed. */
  cutAfterCommit(): void {
    this.#afterCommit = true
  }

  everyCommitHeard(): void {
    this.#afterCommit = false
  }

  healed(): void {
    this.#left = Number.POSITIVE_INFINITY
    this.#afterCommit = false
  }

  breaksBefore(): boolean {
    this.#left -= 1
    if (this.#left > 0) return false
    this.#left = Number.POSITIVE_INFINITY
    return true
  }

  breaksAfter(message: Uint8Array): boolean {
    if (!this.#afterCommit || !isCommit(message)) return false
    this.#afterCommit = false
    return true
  }
}

/** A simple query that says "commit". */
function isCommit(message: Uint8Array): boolean {
  return message[0] === 81 && /^commit/i.test(Buffer.from(message.subarray(5, 11)).toString())
}

/** Names every statement, so that it is planned once and not at each of its thousands of uses. */
function keepPlans(client: pg.ClientBase): void {
  const send = client.query.bind(client) as (config: unknown, values?: unknown) => Promise<unknown>
  const names = new Map<string, string>()
  client.query = ((config: unknown, values?: unknown[]) => {
    if (
      typeof config !== 'object' ||
      config === null ||
      !('text' in config) ||
      (values ?? (config as pg.QueryConfig).values ?? []).length === 0
    )
      return send(config, values)
    const text = String(config.text)
    const name = names.get(text) ?? createHash('sha1').update(text).digest('hex')
    names.set(text, name)
    return send({ ...config, name }, values)
  }) as typeof client.query
}

/**
 * When a result is requested as a stream, as production does, PGlite does not parse it before pg does; without a disk
 * it is available at once.
 */
function answerOf(pglite: PGlite, message: Uint8Array): Buffer {
  const parts: Uint8Array[] = []
  // The bytes are the database's own memory, which its next answer overwrites.
  void pglite.execProtocolRawStream(message, { syncToFs: false, onRawData: (part) => void parts.push(part.slice()) })
  const [first = new Uint8Array()] = parts
  return parts.length < 2 ? Buffer.from(first.buffer, first.byteOffset, first.byteLength) : Buffer.concat(parts)
}

/**
 * Replaces pg's socket: bytes go directly into the database, and its answer is delivered in the next turn of the event
 * loop.
 */
class InThreadLine extends EventEmitter {
  readonly #pglite: PGlite
  readonly #lines: Lines
  #pending: Uint8Array[] = []
  #closed = false
  writable = true

  constructor(pglite: PGlite, lines: Lines) {
    super()
    this.#pglite = pglite
    this.#lines = lines
  }

  connect(): this {
    this.#lines.add(this)
    queueMicrotask(() => this.emit('connect'))
    return this
  }

  write(bytes: Uint8Array, done?: () => void): boolean {
    if (this.#closed) return false
    this.#pending.push(bytes)
    if (this.#pending.length === 1) queueMicrotask(() => this.#flush())
    done?.()
    return true
  }

  #flush(): void {
    const message = this.#pending.length === 1 ? this.#pending[0]! : Buffer.concat(this.#pending)
    this.#pending = []
    if (this.#closed) return
    if (this.#lines.breaksBefore()) return this.cut()
    const answer = answerOf(this.#pglite, message)
    if (this.#lines.breaksAfter(message)) return this.cut()
    if (answer.length > 0) this.emit('data', answer)
  }

  /** Breaks the connection: what was not committed is rolled back, and every waiting caller gets an error. */
  cut(): void {
    if (this.#closed) return
    this.#end()
    this.emit('error', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))
    this.emit('close')
  }

  end(): this {
    if (this.#closed) return this
    this.#flush()
    this.#end()
    queueMicrotask(() => {
      this.emit('end')
      this.emit('close')
    })
    return this
  }

  destroy(): this {
    return this.end()
  }

  #end(): void {
    this.#closed = true
    this.writable = false
    this.#lines.delete(this)
  }

  cork(): void {}
  uncork(): void {}
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
}
