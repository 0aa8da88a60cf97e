// The least a server can do for Workbox's Queue: each outcome appended and synced to the disk, each photo written,
// synced and renamed, before it is answered. No database, no rules: every millisecond saved benefits the rival.
import { randomUUID } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'

const [folder, script] = process.argv.slice(2)
const log = await open(path.join(folder, 'outcomes'), 'a')
const page = `<!doctype html><title>Queue</title><script>${(await readFile(script, 'utf8')).replaceAll('</script', '<\\/script')}</script>`
let outcomes = 0
let photos = 0
let lastOutcomeAt = 0

const read = async (request) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function keepPhoto(bytes) {
  const half = path.join(folder, randomUUID())
  const file = await open(half, 'wx')
  await file.writeFile(bytes)
  await file.sync()
  await file.close()
  await rename(half, `${half}.jpg`)
  photos += 1
}

const server = createServer(async (request, response) => {
  const body = await read(request)
  const answer = (value, type = 'application/json') => response.writeHead(200, { 'content-type': type }).end(value)
  if (request.method === 'GET' && request.url === '/counted')
    return answer(JSON.stringify({ outcomes, photos, lastOutcomeAt }))
  if (request.method === 'GET') return answer(page, 'text/html')
  if (request.url.startsWith('/v1/files/')) {
    await keepPhoto(body)
    return answer('{}')
  }
  const { events } = JSON.parse(body.toString())
  await log.appendFile(`${JSON.stringify(events)}\n`)
  await log.datasync()
  outcomes += events.length
  lastOutcomeAt = Date.now()
  return answer(JSON.stringify({ results: events.map(({ eventID }) => ({ eventID, result: 'applied' })) }))
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
