import type pg from 'pg'

/** A text asked so often is one of the product's everyday ones, and worth keeping ready. */
const ASKED_OFTEN = 3
/** Each takes room in every connection. */
const NAMES_MAX = 200
/** Texts that were met and are not named yet; a list as long as the caller's makes a new one each time. */
const COUNTED_MAX = 1000
/** What is longer names its values one by one. */
const TEXT_MAX = 8000

const names = new Map<string, string>()
const counted = new Map<string, number>()

/**
 * The same statement with a name, once it has been asked often: the database then reads and plans its text once for a connection
 * and not at every request, which costs more than most of our statements do. Names mean the same text in every connection.
 */
export function named(statement: pg.QueryConfig, values: readonly unknown[] | undefined): pg.QueryConfig {
  const { text, name } = statement
  // Without values it goes as one plain message: begin, commit.
  if (name !== undefined || values === undefined || values.length === 0 || text === undefined || text.length > TEXT_MAX)
    return statement
  const known = names.get(text) ?? newName(text)
  return known === null ? statement : { ...statement, name: known }
}

function newName(text: string): string | null {
  if (names.size >= NAMES_MAX) return null
  const asked = (counted.get(text) ?? 0) + 1
  if (asked < ASKED_OFTEN) {
    if (counted.size >= COUNTED_MAX) counted.clear()
    counted.set(text, asked)
    return null
  }
  counted.delete(text)
  const name = `s${names.size + 1}`
  names.set(text, name)
  return name
}
