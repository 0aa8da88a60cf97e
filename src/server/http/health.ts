import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { migrationsDone } from '../db/migrate.ts'
import type { OpenDatabase } from '../db/database.ts'

/** Liveness and readiness for monitoring, outside /v1 and without a session. */
export function addHealth(app: FastifyInstance, database: OpenDatabase): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'up' }))

  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const ready = await answers(database)
    if (!ready) reply.code(503).header('retry-after', '2')
    return { status: ready ? 'ready' : 'not ready' }
  })
}

async function answers({ db }: OpenDatabase): Promise<boolean> {
  try {
    await db.execute(sql`select 1`)
    return await migrationsDone(db)
  } catch {
    return false
  }
}
