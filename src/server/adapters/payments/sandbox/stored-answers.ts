import { createHash } from 'node:crypto'
import { eq, lt } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { sandboxAnswers } from '../../../db/tables/sandbox.ts'
import { ApiError } from './api-error.ts'

export interface ApiAnswer {
  readonly status: 200 | 402
  readonly body: unknown
}

export const KEPT_MS = 24 * 3_600_000

/** Answers by Idempotency-Key. Each is committed together with what it did. */
export class StoredAnswers {
  readonly #tx: Transaction
  /** Epoch ms. */
  readonly #now: number

  constructor(tx: Transaction, now: number) {
    this.#tx = tx
    this.#now = now
  }

  /** The stored answer to the same request, or that of `work`, which is stored. A refusal is not. */
  async once(
    key: string,
    request: string,
    work: () => Promise<ApiAnswer>,
  ): Promise<ApiAnswer & { readonly replayed: boolean }> {
    const hash = createHash('sha256').update(request).digest('hex')
    const [before] = await this.#tx.select().from(sandboxAnswers).where(eq(sandboxAnswers.key, key))
    if (before && this.#now - before.answeredAt < KEPT_MS) {
      if (before.request !== hash)
        throw new ApiError(400, {
          type: 'idempotency_error',
          message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        })
      return { ...(before.body as ApiAnswer), replayed: true }
    }
    const answer = await work()
    const row = { key, request: hash, body: answer, answeredAt: this.#now }
    await this.#tx.insert(sandboxAnswers).values(row).onConflictDoUpdate({ target: sandboxAnswers.key, set: row })
    return { ...answer, replayed: false }
  }

  async forgetOld(): Promise<void> {
    await this.#tx.delete(sandboxAnswers).where(lt(sandboxAnswers.answeredAt, this.#now - KEPT_MS))
  }
}
