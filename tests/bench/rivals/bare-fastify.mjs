// The same two calls without the product: the cost of Node, Fastify and the same bytes on this machine.
import { readFile } from 'node:fs/promises'
import Fastify from 'fastify'

const [week] = process.argv.slice(2)
const payload = await readFile(week, 'utf8')
const app = Fastify({ bodyLimit: 4 * 1024 * 1024 })
app.get('/v1/runs', (request, reply) =>
  request.headers['if-none-match'] === '"week"'
    ? reply.code(304).send()
    : reply.type('application/json').header('etag', '"week"').send(payload),
)
app.put('/v1/runs/:runOrderID/done', (request) => ({
  results: request.body.events.map(({ eventID }) => ({ eventID, result: 'applied' })),
  run: JSON.parse(payload).items[0],
}))
process.stdout.write(`${new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port}\n`)
