import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { DatabaseKind } from '#server/db/database.ts'
import { packageRoot } from '#server/package-root.ts'
import { sendLoad, type Place, RUBBISH_CLIENTS, SLOW_CLIENTS } from './load.ts'
import { type Asked, keepAsking, percentile } from './valid-requests.ts'
import type { Metered } from './process-meter.ts'
import type { Order, Told } from './server-process.ts'

const GOOD_P99_MS = 50
const DELAY_P99_MS = 50
const GROWN_MB = 200
/** ms after which no connection of the load test is open. */
const GONE_AFTER_MS = 10_000
/** Requests sent until compiled and cached code of the first requests is there. */
const WARM_UP = 300
/** From different addresses: one address may send 20 in a quarter of an hour. */
const PER_SECOND = 50

/** The kind "large and many": prints its figures, and returns whether each is within its bound. */
export async function measureLoad({
  requests,
  seed,
  database,
}: {
  requests: number
  seed: number
  database: DatabaseKind
}): Promise<boolean> {
  const server = fork(path.join(packageRoot(), 'src', 'tools', 'shared', 'fuzz-server.mjs'), [database], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  try {
    const { place } = await heard<{ place: Place }>(server)
    const wanted = goodOnes(place)
    const settings = { seed, perSecond: PER_SECOND, slow: SLOW_CLIENTS, rubbish: RUBBISH_CLIENTS }
    await sendLoad(place, { ...settings, perSecond: null, requests: WARM_UP, slow: 0, rubbish: 0 })
    const alone = await askedFor(3_000, keepAsking(place.port, wanted))
    const before = await told<{ descriptors: number | null }>(server, 'descriptors')
    server.send('begin' satisfies Order)
    const asking = keepAsking(place.port, wanted)
    await asking.begun
    const began = performance.now()
    const found = await sendLoad(place, { ...settings, requests })
    const seconds = (performance.now() - began) / 1_000
    const good = await asking.stop()
    const { metered } = await told<{ metered: Metered }>(server, 'end')
    await new Promise((resolve) => setTimeout(resolve, GONE_AFTER_MS))
    const after = await told<{ descriptors: number | null }>(server, 'descriptors')
    const p99 = percentile(good.ms, 99)
    const answers = Object.entries(found.answers)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([status, count]) => `${count} ${status}`)
    say(
      `Large and many on the ${database} database: ${requests} requests by seed ${seed}, ${PER_SECOND} a second, beside ${SLOW_CLIENTS} slow clients and ${RUBBISH_CLIENTS} that never close, in ${seconds.toFixed(1)} s: ${answers.join(', ')}; largest answer ${found.largestAnswer} bytes`,
    )
    const figures = [
      figure(
        'a good request beside them, p99',
        p99,
        GOOD_P99_MS,
        'ms',
        ` (median ${percentile(good.ms, 50).toFixed(1)}, ${good.ms.length} asked; p99 alone ${percentile(alone.ms, 99).toFixed(1)})`,
      ),
      figure(
        'delay of the server’s event loop, p99',
        metered.delayP99,
        DELAY_P99_MS,
        'ms',
        ` (most ${metered.delayMost.toFixed(0)})`,
      ),
      figure('memory of the server, more at its highest', metered.grown, GROWN_MB, 'MB'),
      before.descriptors === null || after.descriptors === null
        ? untold()
        : figure(
            'descriptors of the server left 10 s later',
            after.descriptors - before.descriptors,
            0,
            '',
            ` (${before.descriptors} before, ${after.descriptors} after)`,
          ),
    ]
    const failures = [...found.failures, ...good.failures, ...alone.failures]
    for (const failure of failures) say(`✗ ${failure}`)
    return failures.length === 0 && figures.every(Boolean)
  } finally {
    if (server.connected) server.disconnect()
    if (server.exitCode === null) await once(server, 'exit')
  }
}

const say = (text: string) => void process.stdout.write(`${text}\n`)

function figure(name: string, value: number, most: number, unit: string, beside = ''): boolean {
  const good = value <= most
  say(
    `${good ? ' ' : '✗'} ${name}: ${value.toFixed(unit === '' ? 0 : 1)}${unit && ` ${unit}`}, at most ${most}${beside}`,
  )
  return good
}

function untold(): boolean {
  say('  descriptors: this system does not tell')
  return true
}

function goodOnes({ senders }: Place): Asked[] {
  const tokenOf = (name: string) => senders.find((sender) => sender.name === name)?.token
  return [
    { path: '/v1/config', token: undefined },
    { path: '/v1/users/profile', token: tokenOf('ADMIN') },
    { path: '/v1/runs', token: tokenOf('DRIVER') },
    { path: '/v1/users/customers', token: tokenOf('ADMIN') },
  ]
}

async function askedFor(ms: number, asking: ReturnType<typeof keepAsking>) {
  await new Promise((resolve) => setTimeout(resolve, ms))
  return asking.stop()
}

type Server = ReturnType<typeof fork>

async function told<T extends Told>(server: Server, order: Order): Promise<T> {
  server.send(order)
  return heard<T>(server)
}

async function heard<T extends Told>(server: Server): Promise<T> {
  const gone = once(server, 'exit').then(() => {
    throw new Error('The process with the server has ended')
  })
  const [message] = (await Promise.race([once(server, 'message'), gone])) as [T]
  return message
}
