import * as z from 'zod/mini'
import type { AnswerOf, InputOf } from '#contract/endpoint.ts'
import { doneEvent, type EventVerdict, recordDone } from '#contract/v1/done.ts'
import { isID } from '#domain/identifiers.ts'
import { EVENTS_PER_REQUEST } from '#domain/limits.ts'
import { clockOffset } from '#domain/clock.ts'
import { storableText } from '#domain/texts.ts'
import { epochOf } from '../../../db/installation.ts'
import { refuseField } from '../../../http/refused.ts'
import { type Context, type Route, serve } from '../../../http/serve.ts'
import { type Dependencies, StorageTrouble } from '../../../ports.ts'
import { driverRunShown, officeRunShown } from '../runs-shown-reads.ts'
import { type Contact, meetDevice } from './device-commands.ts'
import { finish } from './finish-commands.ts'
import { storeBatch } from './store-batch-commands.ts'
import { photoFiles } from './photo-files.ts'
import { type Readable, readEvent } from './read-event.ts'
import { rejected } from './verdicts.ts'

/** The route is never limited by address, because phones on one mobile network can share it. */
const PER_SESSION = { hits: 3000, seconds: 60 }

/** Events are checked one by one, so that an invalid one does not reject its batch. OpenAPI shows the whole. */
const DOCUMENTED = { events: z.array(doneEvent).check(z.maxLength(EVENTS_PER_REQUEST)) }

type Input = InputOf<typeof recordDone>

export const recordRoutes = ({ storage, log }: Dependencies): Route[] => [
  serve(recordDone, { transaction: false, limits: { perSession: PER_SESSION }, documented: DOCUMENTED })(
    async (input, context) => {
      const { actor, database } = context
      const runOrderID = isID(input.runOrderID) ? input.runOrderID.toLowerCase() : storableText(input.runOrderID)
      if (input.events.length > EVENTS_PER_REQUEST) context.refuse('too_many_events')
      if (input.finished && actor.role !== 'ADMIN') refuseField('finished', 'Only the office can finish a run')
      const read = input.events.map((event) => readEvent(event, actor.userID))
      const readable = read.filter((event) => 'raw' in event)
      const contact = contactOf(input, context, readable)
      const files = await photoFiles(database, storage, readable)
      const away = new Set(readable.filter(({ eventID }) => files.get(eventID) === 'store_away'))
      if (away.size > 0 && away.size === read.length)
        throw new StorageTrouble('away', 'Every record waits for its photo')
      const batch = {
        runOrderID,
        actor,
        deviceID: contact.deviceID,
        receivedAt: contact.receivedAt,
        clockOffset: contact.clockOffset,
        events: readable.filter((event) => !away.has(event)),
        files,
      }
      const { verdicts, rest: met } = await storeBatch(database, batch, log, async (tx) => {
        if (input.finished) await finish(tx, context, runOrderID)
        return meetDevice(tx, runOrderID, contact, {
          isDevice: input.deviceID !== undefined && actor.role === 'DRIVER',
          counts: input.reconcile !== undefined,
        })
      })
      if (wantsMinimal(context)) context.setHeader('preference-applied', 'return=minimal')
      const spoken = verdicts[Symbol.iterator]()
      const results = read.flatMap((event): EventVerdict[] => {
        if (!('raw' in event)) return [rejected(event.eventID, event.code)]
        return away.has(event) ? [] : [spoken.next().value!]
      })
      const revoked = met.revoked || contact.revoked
      return {
        results,
        ...(await runAfterwards(context, runOrderID, revoked)),
        ...(await epochOf(database)),
        receivedAt: contact.receivedAt,
        device: { revoked },
        ...(met.reconcile ? { reconcile: met.reconcile } : {}),
      }
    },
  ),
]

function contactOf(input: Input, { actor, now }: Context<typeof recordDone>, events: readonly Readable[]): Contact {
  const latest = events.reduce((highest, { seq }) => Math.max(highest, seq), 0)
  return {
    deviceID: storableText(input.deviceID ?? (actor.role === 'ADMIN' ? 'office' : 'unknown')),
    userID: actor.userID,
    receivedAt: now,
    clockOffset: input.sentAt ? clockOffset(input.sentAt, now) : 0,
    appBuild:
      events.findLast(({ appBuild }) => appBuild !== null)?.appBuild ??
      (input.reconcile?.appBuild === undefined ? null : storableText(input.reconcile.appBuild)),
    highestSeq: Math.max(latest, input.reconcile?.highestSeq ?? 0),
    unsent: input.reconcile?.unsent ?? null,
    accounted: input.reconcile?.accounted ?? null,
    accountedThrough: input.reconcile?.accountedThrough ?? 0,
    batchSeqs: events.flatMap(({ seq }) => (seq > 0 ? [seq] : [])),
    oldestUnsentAt:
      input.reconcile?.oldestUnsentAt === undefined ? undefined : instantOf(input.reconcile.oldestUnsentAt),
    needsAttention: input.reconcile?.needsAttention,
    wiped: input.reconcile?.wiped ?? false,
    revoked: actor.onRevokedDevice,
  }
}

/** A device with more batches to send needs only the verdicts; its week comes with the last answer. */
const wantsMinimal = ({ headers }: Context<typeof recordDone>) => /\breturn=minimal\b/.test(headers['prefer'] ?? '')

/** By the phone's clock, which may be wrong; a value that can't be stored counts as not reported. */
function instantOf(text: string | null): Date | null {
  const at = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) || Math.abs(at) > FURTHEST_MS ? null : new Date(at)
}
const FURTHEST_MS = Date.parse('9999-01-01T00:00:00Z')

/**
 * Read after the records are stored and the run is unlocked: it includes at least this batch, and perhaps later
 * changes. A revoked device gets no customer data.
 */
async function runAfterwards(
  context: Context<typeof recordDone>,
  runOrderID: string,
  revoked: boolean,
): Promise<Pick<AnswerOf<typeof recordDone>, 'run'>> {
  const { actor, database, now } = context
  if (revoked) return { run: null }
  if (wantsMinimal(context)) return {}
  if (!isID(runOrderID)) return { run: null }
  return {
    run: await (actor.role === 'ADMIN'
      ? officeRunShown(database, runOrderID)
      : driverRunShown(database, runOrderID, actor.userID, now)),
  }
}
