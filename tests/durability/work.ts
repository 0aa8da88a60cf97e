import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Run } from '#contract/v1/runs.ts'
import { newID } from '#domain/identifiers.ts'
import { photoBytes } from '../bench/support/photo-bytes.ts'
import type { Nobody } from '../support/person.ts'

/** The people who work in the business: clients of the API, over keep-alive connections. */
export interface People {
  readonly admin: Nobody
  readonly driver: Nobody
  /** The server's origin: addresses in its answers may be relative to it. */
  readonly origin: string
}

/** A limit counts by the minute. */
const COME_AGAIN_MS = 90_000

export type Found = { readonly lost: number; readonly doubled: number }

/** One piece of work with its own ids: sending it twice must have the effect of one. */
export interface Stop {
  /** The number of acknowledged writes it consists of. */
  readonly writes: number
  /** @returns whether all of it was acknowledged; throws when the server does not answer */
  send(people: People): Promise<boolean>
  /** What of it is missing or duplicated. */
  find(people: People): Promise<Found>
}

interface Verdicts {
  results?: { eventID: string; result: string }[]
}

/** Creates pieces of work of one driver's phone and of the office, each different from all earlier ones. */
export class Stops {
  readonly #runOrderID: string
  readonly #stops: readonly string[]
  #seq = 0
  #finished = 0
  #products = 0
  /** The bags of each stop whose outcome was acknowledged. */
  readonly #bags = new Map<string, number>()

  constructor(runOrderID: string, stops: readonly string[]) {
    this.#runOrderID = runOrderID
    this.#stops = stops
  }

  /** Mostly outcomes, some photos, some work of the office. */
  next(): Stop {
    const draw = Math.random()
    if (draw < 0.15) return this.#photo()
    return draw < 0.3 ? this.#product() : this.#batch()
  }

  get finished(): number {
    return this.#bags.size
  }

  /** How many acknowledged outcomes the office does not see at their stops as they were sent. */
  async notApplied({ admin }: People): Promise<number> {
    const { body } = await admin.get<Pick<Run, 'jobs'>>(`/v1/runs/${this.#runOrderID}`)
    const shown = new Map(
      body.jobs.map(({ assignmentID, outcome, pu }) => [assignmentID, outcome === null ? null : pu]),
    )
    return [...this.#bags].filter(([assignmentID, bags]) => shown.get(assignmentID) !== bags).length
  }

  #envelope(assignmentID = this.#stops[Math.floor(Math.random() * this.#stops.length)]!) {
    return { eventID: newID(), v: 1, assignmentID, seq: ++this.#seq, occurredAt: new Date().toISOString() }
  }

  #record(events: object[]) {
    return ({ driver }: People) =>
      driver.put<Verdicts>(`/v1/runs/${this.#runOrderID}/done`, {
        sentAt: new Date().toISOString(),
        deviceID: 'durability',
        events,
      })
  }

  #batch(): Stop {
    const events: { eventID: string }[] = Array.from({ length: 1 + Math.floor(Math.random() * 4) }, () => ({
      ...this.#envelope(),
      type: 'note',
      notes: `Note ${this.#seq}`,
    }))
    // Each stop is finished once: twice the bags would be visible.
    const stop = this.#stops[this.#finished]
    const pu = 1 + (this.#finished++ % 4)
    if (stop !== undefined) events.push({ ...this.#envelope(stop), type: 'done', pu } as { eventID: string })
    const record = this.#record(events)
    return {
      writes: events.length,
      send: async (people) => {
        const isKept = kept(await record(people), events.length)
        if (isKept && stop !== undefined) this.#bags.set(stop, pu)
        return isKept
      },
      find: async (people) => ({ lost: await notKnown(() => record(people), events.length), doubled: 0 }),
    }
  }

  #photo(): Stop {
    const photoID = newID()
    const bytes = new Uint8Array(photoBytes(40_000, ++this.#seq))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const event = this.#envelope()
    const file = { photoID, sha256, size: bytes.length }
    const eventWith = (key: string) => this.#record([{ ...event, ...file, type: 'photo', key, takenAt: null }])
    let key = ''
    return {
      writes: 1,
      send: async (people) => {
        const signed = await people.driver.post<{ url?: string; key?: string }>('/v1/users/signed-url', {
          ...file,
          purpose: 'job-photo',
          contentType: 'image/jpeg',
          assignmentID: event.assignmentID,
        })
        if (signed.status !== 200 && signed.status !== 201) return false
        key = signed.body.key!
        const put = await fetch(new URL(signed.body.url!, people.origin), {
          method: 'PUT',
          headers: { 'content-type': 'image/jpeg' },
          body: bytes,
        })
        await put.arrayBuffer()
        return put.ok && kept(await eventWith(key)(people), 1)
      },
      find: async (people) => {
        const lost = await notKnown(() => eventWith(key)(people), 1)
        const { body } = await people.admin.get<{ url?: string }>(`/v1/photos/${photoID}`)
        const stored =
          body.url === undefined
            ? null
            : await fetch(new URL(body.url, people.origin)).then(
                async (answer) => new Uint8Array(await answer.arrayBuffer()),
              )
        const whole = stored !== null && createHash('sha256').update(stored).digest('hex') === sha256
        return { lost: Math.max(lost, whole ? 0 : 1), doubled: 0 }
      },
    }
  }

  #product(): Stop {
    const name = `Package ${newID().slice(-12)} ${++this.#products}`
    const input = { name, serviceType: 'GARDEN_BAG', paymentScheme: 'POSTPAID', collectionScheme: 'MONTHLY', price: 25 }
    const key = newID()
    return {
      writes: 1,
      send: async ({ admin }) => (await admin.post('/v1/products', input, { 'idempotency-key': key })).status === 201,
      find: async ({ admin }) => {
        const { body } = await admin.get<{ items: { name: string }[] }>(
          `/v1/products?keyword=${encodeURIComponent(name)}`,
        )
        const found = body.items.filter((item) => item.name === name).length
        return { lost: found === 0 ? 1 : 0, doubled: Math.max(0, found - 1) }
      },
    }
  }
}

function kept({ status, body }: { status: number; body: Verdicts }, count: number): boolean {
  // Records that wait for the office, such as one more photo at a stop that has reached the limit, are stored too.
  return status === 200 && body.results?.length === count && body.results.every(({ result }) => result !== 'rejected')
}

/**
 * Sent again, a record that the server has is a duplicate; any other verdict shows that it did not have it. Where the
 * server says to come again, that is done: it says nothing about the record.
 */
async function notKnown(send: () => Promise<{ status: number; body: Verdicts }>, count: number): Promise<number> {
  let answer = await send()
  for (const until = Date.now() + COME_AGAIN_MS; [429, 503].includes(answer.status) && Date.now() < until;) {
    await wait(1_000)
    answer = await send()
  }
  // Says what it was, because a proof that fails is hard to repeat.
  if (answer.status !== 200 || answer.body.results?.some(({ result }) => result !== 'duplicate'))
    process.stderr.write(`not known: ${answer.status} ${JSON.stringify(answer.body).slice(0, 400)}\n`)
  return answer.status === 200
    ? count - (answer.body.results ?? []).filter(({ result }) => result === 'duplicate').length
    : count
}
