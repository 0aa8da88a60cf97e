import type { FastifyInstance } from 'fastify'
import { setTimeout as wait } from 'node:timers/promises'
import type { OpenDatabase } from '../db/database.ts'
import { takesWrites } from '../db/takes-writes.ts'
import { VERSION } from '../version.ts'

/** A proxy's check gives up after five seconds. */
const ANSWER_MS = 3_000
/** An answer is kept for so long, so that no number of callers writes more often. */
const KEPT_MS = 1_000

/**
 * Liveness and readiness for monitoring, outside /v1 and without a session.
 * @param isLeaving true while the server still answers, and another is to be asked
 */
export function addHealth(app: FastifyInstance, database: OpenDatabase, isLeaving: () => boolean = () => false): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'up', ...VERSION }),
  )

  let last: { askedAt: number; answer: Promise<boolean>; done: boolean } | null = null
  const ask = (): Promise<boolean> => {
    // One look at a time: a database that is silent is not asked again before the look has failed.
    if (last !== null && (!last.done || performance.now() - last.askedAt < KEPT_MS)) return last.answer
    const look = { askedAt: performance.now(), answer: takesWrites(database, ANSWER_MS), done: false }
    void look.answer.then(() => (look.done = true))
    last = look
    return look.answer
  }

  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const ready = !isLeaving() && (await Promise.race([ask(), wait(ANSWER_MS, false, { ref: false })]))
    if (!ready) reply.code(503).header('retry-after', '2')
    return { status: ready ? 'ready' : 'not ready' }
  })
}
