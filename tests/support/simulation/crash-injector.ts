import { type DBCore, type DBCoreMutateRequest, type DBCoreTransaction, Dexie } from 'dexie'
import { RESERVE } from '#client/offline/store/room.ts'
import type { Write } from './invariants.ts'

/** Which app opened each database through which view of the disk, so that the very first step is counted, too. */
const apps = new WeakMap<object, CrashInjector>()
Dexie.addons.push((db) =>
  apps.get((db as unknown as { _options: { indexedDB: object } })._options.indexedDB)?.watch(db),
)

/**
 * An app that can be killed at any await: every step of its database and every call of its ports is counted, and from
 * the fatal step on nothing answers any more. Open transactions are rolled back, as the browser does.
 */
export class CrashInjector {
  steps = 0
  dead = false
  /** The step at which the app is killed; Infinity: never. */
  crashAtStep = Number.POSITIVE_INFINITY
  /** The app is killed within its next write to a journal file, which is torn. */
  diesInJournal = false
  /** Whether the disk takes nothing new; what is there can be deleted. */
  isFull: () => boolean = () => false
  /** How many more writes the disk takes before one fails as full; later writes succeed again. */
  writesUntilFull = Number.POSITIVE_INFINITY
  /** Whether the disk has room for the 2 MiB of the reserve. */
  takesReserve = true
  /** Called with what was committed, database by database. */
  onCommit: (database: string, writes: readonly Write[]) => void = () => undefined
  readonly #open = new Set<DBCoreTransaction>()
  readonly #written = new WeakMap<DBCoreTransaction, Write[]>()
  readonly #onDeath: (() => void)[] = []

  onDeath(act: () => void): void {
    this.#onDeath.push(act)
  }

  kill(): void {
    if (this.dead) return
    this.dead = true
    for (const transaction of this.#open) {
      try {
        transaction.abort()
      } catch {
        // It had ended already.
      }
    }
    for (const act of this.#onDeath) act()
  }

  /** Counts one step. @returns whether the app has been killed */
  step(): boolean {
    this.steps += 1
    if (this.steps >= this.crashAtStep) this.kill()
    return this.dead
  }

  /** Counts one write to a journal file. @returns whether it is torn, because the app was killed within it */
  fileStep(): boolean {
    if (this.diesInJournal) this.kill()
    return this.step()
  }

  /**
   * Wraps a port so that it never answers after the app was killed; its call counts as a step before and after its
   * work.
   */
  port<Args extends unknown[], T>(call: (...args: Args) => Promise<T>): (...args: Args) => Promise<T> {
    return async (...args) => {
      if (this.step()) return never()
      const value = await call(...args)
      return this.step() ? never() : value
    }
  }

  /** The disk as this app sees it: every step of every database opened there is counted. */
  disk(disk: IDBFactory): IDBFactory {
    const own = Object.create(disk) as IDBFactory
    apps.set(own, this)
    return own
  }

  /** Counts every step of a database as well. */
  watch(db: Dexie): void {
    db.use({ stack: 'dbcore', name: 'crash-injector', level: 0, create: (core) => this.#crashingCore(core, db.name) })
  }

  #crashingCore(core: DBCore, database: string): DBCore {
    const counted = <Args extends unknown[], T>(call: (...args: Args) => PromiseLike<T>) => {
      return (...args: Args): PromiseLike<T> => {
        if (this.step()) return neverHere<T>()
        return call(...args).then((value) => (this.step() ? neverHere<T>() : value))
      }
    }
    return {
      ...core,
      transaction: (stores, mode, options) => {
        const transaction = core.transaction(stores, mode, options)
        this.#open.add(transaction)
        const ended = () => void this.#open.delete(transaction)
        const target = transaction as unknown as EventTarget
        target.addEventListener('complete', () => {
          ended()
          const writes = this.#written.get(transaction)
          if (writes) this.onCommit(database, writes)
          // Committed; the app may be killed before it learns of it.
          this.step()
        })
        target.addEventListener('abort', ended)
        if (this.dead) transaction.abort()
        return transaction
      },
      table: (name) => {
        const table = core.table(name)
        const mutate: typeof table.mutate = (request) => {
          const isNew = request.type === 'add' || request.type === 'put'
          const isReserve = isNew && request.values.some(isOfReserve)
          if (--this.writesUntilFull === 0 || (isNew && this.isFull()) || (isReserve && !this.takesReserve))
            return full(request.trans)
          this.#note(name, request)
          return table.mutate(request)
        }
        return {
          ...table,
          mutate: counted(mutate) as typeof table.mutate,
          get: counted(table.get.bind(table)) as typeof table.get,
          getMany: counted(table.getMany.bind(table)) as typeof table.getMany,
          query: counted(table.query.bind(table)) as typeof table.query,
          openCursor: counted(table.openCursor.bind(table)) as typeof table.openCursor,
          count: counted(table.count.bind(table)) as typeof table.count,
        }
      },
    }
  }

  #note(table: string, request: DBCoreMutateRequest): void {
    const writes = this.#written.get(request.trans) ?? []
    this.#written.set(request.trans, writes)
    if (request.type === 'add' || request.type === 'put')
      writes.push({ table, kind: 'put', keys: [], rows: request.values })
    else
      writes.push({
        table,
        kind: request.type === 'delete' ? 'delete' : 'clear',
        keys: request.type === 'delete' ? request.keys : [],
        rows: [],
      })
  }
}

const isOfReserve = (row: { photoID?: unknown }) => row.photoID === RESERVE

/** As browsers do: the write fails, and its whole transaction with it. */
function full(transaction: DBCoreTransaction): Promise<never> {
  const error = new DOMException('The disk is full', 'QuotaExceededError')
  Object.defineProperty(transaction, 'error', { get: () => error, set() {} })
  transaction.abort()
  return Dexie.Promise.reject(error) as unknown as Promise<never>
}

function never<T>(): Promise<T> {
  return new Promise<T>(() => undefined)
}

function neverHere<T>(): PromiseLike<T> {
  return new Dexie.Promise<T>(() => undefined)
}
