import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { vi } from 'vitest'

const acting = new AsyncLocalStorage<string[]>()

/** The SQL of each statement that the act makes, without those of the server's timers meanwhile. */
export async function statementsOf(act: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = []
  const original = pg.Client.prototype.query
  const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given) {
    acting.getStore()?.push((given[0] as { text?: string }).text ?? String(given[0]))
    return original.apply(this, given as never) as never
  })
  await acting.run(seen, act).finally(() => query.mockRestore())
  return seen
}

/** The kind of a statement and its table. */
export const inShort = (text: string): string =>
  /^\W*(\w+)(?:.*?(?:from|into|update) "?(\w+))?/s.exec(text)?.slice(1).join(' ') ?? text
