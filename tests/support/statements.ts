import pg from 'pg'
import { vi } from 'vitest'

/** The SQL of each statement that the act makes. The sandbox's timer looks for its tasks meanwhile. */
export async function statementsOf(act: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = []
  const original = pg.Client.prototype.query
  const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given) {
    seen.push((given[0] as { text?: string }).text ?? String(given[0]))
    return original.apply(this, given as never) as never
  })
  await act().finally(() => query.mockRestore())
  return seen.filter((text) => !text.includes('sandbox_tasks'))
}

/** The kind of a statement and its table. */
export const inShort = (text: string): string =>
  /^\W*(\w+)(?:.*?(?:from|into|update) "?(\w+))?/s.exec(text)?.slice(1).join(' ') ?? text
