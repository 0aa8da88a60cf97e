import type pg from 'pg'

const ASKED_OFTEN = 3
/** Each prepared statement takes memory in every connection. */
const NAMES_MAX = 200
/** Maximum number of texts counted but not yet prepared: a list as long as the caller's makes a new text each time. */
const COUNTED_MAX = 1000
/** Longer texts list their values one by one and are rarely repeated. */
const TEXT_MAX = 8000

const names = new Map<string, string>()
const counted = new Map<string, number>()

/**
 * Names a statement that is executed often. The database then parses and plans it once per connection instead of at
 * every request, which costs more than executing most statements. A name means the same text in every connection.
 */
export function named(statement: pg.QueryConfig, values: readonly unknown[] | undefined): pg.QueryConfig {
  const { text, name } = statement
  // Without values it is one simple message, such as begin or commit.
  if (name !== undefined || values === undefined || values.length === 0 || text === undefined || text.length > TEXT_MAX)
    return statement
  const known = names.get(text) ?? newName(text)
  return known === null ? statement : { ...statement, name: known }
}

function newName(text: string): string | null {
  if (names.size >= NAMES_MAX) return null
  const times = (counted.get(text) ?? 0) + 1
  if (times < ASKED_OFTEN) {
    if (counted.size >= COUNTED_MAX) counted.clear()
    counted.set(text, times)
    return null
  }
  counted.delete(text)
  const name = `s${names.size + 1}`
  names.set(text, name)
  return name
}
