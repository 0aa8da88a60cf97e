import { createInterface } from 'node:readline'
import { systemClock } from '#server/adapters/clock/system-clock.ts'
import { readConfig } from '#server/config.ts'
import { startServer } from '#server/start.ts'

/**
 * The whole server in a process of its own, whose clock another process sets. It says its address as a line of JSON,
 * takes an instant as a line, and answers with its memory once it has collected its garbage.
 */
let set = { at: new Date(process.env['CLOCK_AT']!).getTime(), since: performance.now() }
const clock = { ...systemClock, now: () => new Date(set.at + performance.now() - set.since) }
const say = (what: object) => void process.stdout.write(`${JSON.stringify(what)}\n`)

// Its standard output is the answers.
let errors = 0
const told = (fields: object, message: string) => void console.error(message, JSON.stringify(fields))
const log = {
  info: () => undefined,
  warn: told,
  error: (...said: Parameters<typeof told>) => {
    errors += 1
    told(...said)
  },
}
const { address, metricsAddress, close } = await startServer(readConfig(process.env), { clock, log })
say({ address, metrics: metricsAddress })
for await (const line of createInterface(process.stdin)) {
  set = { at: new Date(line).getTime(), since: performance.now() }
  globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  say({ rss, heapUsed, errors })
}
await close()
process.exit(0)
