import { fillPlaceholders, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Database } from './database.ts'

const dialect = new PgDialect()

/**
 * A statement whose text is built once and executed often, because building it costs more than executing it. Rows are
 * as pg parses them, without drizzle's column types: select days and instants as text or JSON.
 */
export class PreparedQuery<Row extends object> {
  readonly #text: string
  readonly #params: unknown[]

  constructor(statement: SQL) {
    const { sql: text, params } = dialect.sqlToQuery(statement)
    this.#text = text
    this.#params = params
  }

  /** @param values of its `sql.placeholder`s */
  async ask(db: Database, values: Record<string, unknown>): Promise<Row[]> {
    const { rows } = await db.$client.query<Row>({ text: this.#text }, fillPlaceholders(this.#params, values))
    return rows
  }
}
