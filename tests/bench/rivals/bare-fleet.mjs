// The fleet's calls without the product: a batch is one insert, a read is the same bytes from memory. It checks no
// rules and no sessions and computes no run; it measures the cost of Node, HTTP and a database that only inserts.
import { readFile } from 'node:fs/promises'
import Fastify from 'fastify'

// `pages`: a JSON file, path -> body. `run`: what a phone gets back. `database`: an address, or a folder for PGlite
// with its default settings.
const [pagesFile, runFile, database] = process.argv.slice(2)
const pages = new Map(Object.entries(JSON.parse(await readFile(pagesFile, 'utf8'))))
const run = await readFile(runFile, 'utf8')
const insert = await openInsert()

const app = Fastify({ bodyLimit: 4 * 1024 * 1024 })
app.put('/v1/runs/:runOrderID/done', async (request, reply) => {
  const { events } = request.body
  await insert(JSON.stringify(events))
  const results = JSON.stringify(events.map(({ eventID }) => ({ eventID, result: 'applied' })))
  return reply.type('application/json').send(`{"results":${results},"run":${run}}`)
})
app.get('/*', (request, reply) => {
  const body = pages.get(request.url)
  return body === undefined ? reply.code(404).send() : reply.type('application/json').send(body)
})
process.stdout.write(`${new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port}\n`)

async function openInsert() {
  const table = 'create table taken (at bigserial primary key, batch jsonb not null)'
  const statement = 'insert into taken (batch) values ($1)'
  if (database.startsWith('postgres:')) {
    const { default: pg } = await import('pg')
    const pool = new pg.Pool({ connectionString: database, max: 10 })
    await pool.query(table)
    return (batch) => pool.query({ name: 'take', text: statement, values: [batch] })
  }
  const { PGlite } = await import('@electric-sql/pglite')
  const db = await PGlite.create(database)
  await db.exec(table)
  return (batch) => db.query(statement, [batch])
}
