import { type DBCore, type DBCoreTransaction, Dexie } from 'dexie'

/**
 * An app that can be killed at any await: every step of its database and every call of its ports is counted, and from the
 * fatal one on nothing answers any more. Open transactions are rolled back, as the browser does.
 */
export class Mortal {
  steps = 0
  dead = false
  /** The step it dies at; Infinity: it does not. */
  fatalStep = Number.POSITIVE_INFINITY
  readonly #open = new Set<DBCoreTransaction>()
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

  /** Counts one step. @returns whether it is over */
  step(): boolean {
    this.steps += 1
    if (this.steps >= this.fatalStep) this.kill()
    return this.dead
  }

  /** A port that answers nothing after death, and may kill before or after its work. */
  port<Args extends unknown[], T>(call: (...args: Args) => Promise<T>): (...args: Args) => Promise<T> {
    return async (...args) => {
      if (this.step()) return never()
      const value = await call(...args)
      return this.step() ? never() : value
    }
  }

  /** Puts every step of a database under the same counting. */
  watch(db: Dexie): void {
    db.use({ stack: 'dbcore', name: 'mortal', level: 0, create: (core) => this.#mortalCore(core) })
  }

  #mortalCore(core: DBCore): DBCore {
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
          // Committed, and nobody may have learnt of it.
          this.step()
        })
        target.addEventListener('abort', ended)
        if (this.dead) transaction.abort()
        return transaction
      },
      table: (name) => {
        const table = core.table(name)
        return {
          ...table,
          mutate: counted(table.mutate.bind(table)) as typeof table.mutate,
          get: counted(table.get.bind(table)) as typeof table.get,
          getMany: counted(table.getMany.bind(table)) as typeof table.getMany,
          query: counted(table.query.bind(table)) as typeof table.query,
          openCursor: counted(table.openCursor.bind(table)) as typeof table.openCursor,
          count: counted(table.count.bind(table)) as typeof table.count,
        }
      },
    }
  }
}

function never<T>(): Promise<T> {
  return new Promise<T>(() => undefined)
}

function neverHere<T>(): PromiseLike<T> {
  return new Dexie.Promise<T>(() => undefined)
}
