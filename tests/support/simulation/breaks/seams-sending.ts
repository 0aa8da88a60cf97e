import type { EventState } from '#client/offline/store/schema.ts'
import type * as SettleFile from '#client/offline/send/settle.ts'
import type * as VerdictFile from '#client/offline/send/session.ts'
import type * as EnvelopeFile from '#client/offline/outbox/plan.ts'
import type * as UploadFile from '#client/offline/send/photos.ts'
import type * as CountsFile from '#client/offline/send/send.ts'
import type { Seam } from './break.ts'
import { breaksOf } from './breaks-of.ts'

const settle = breaksOf<typeof SettleFile>('src/client/offline/send/settle.ts')
const verdict = breaksOf<typeof VerdictFile>('src/client/offline/send/session.ts')
const envelope = breaksOf<typeof EnvelopeFile>('src/client/offline/outbox/plan.ts')
const upload = breaksOf<typeof UploadFile>('src/client/offline/send/photos.ts')
const counts = breaksOf<typeof CountsFile>('src/client/offline/send/send.ts')

const UNANSWERED: readonly EventState[] = ['sending', 'queued', 'needs-attention']

/** What the answers mean, and what is stored of them. */
export const OF_SENDING: readonly Seam[] = [
  verdict('a 500 counts as success', 'judgeBatch', (judge) => (answer, eventIDs) => {
    const results = eventIDs.map((eventID) => ({ eventID, result: 'applied' as const }))
    const is500 = answer.kind === 'refused' && answer.status === 500
    return is500 ? { kind: 'judged', answer: { results } } : judge(answer, eventIDs)
  }),
  verdict('a 413 acknowledges the batch', 'judgeBatch', (judge) => (answer, eventIDs) => {
    const results = eventIDs.map((eventID) => ({ eventID, result: 'applied' as const }))
    const is413 = answer.kind === 'refused' && answer.status === 413
    return is413 ? { kind: 'judged', answer: { results } } : judge(answer, eventIDs)
  }),
  verdict('events that an answer does not name are acknowledged', 'judgeBatch', (judge) => (answer, eventIDs) => {
    if (answer.kind !== 'ok') return judge(answer, eventIDs)
    const named = new Map(answer.value.results.map((result) => [result.eventID, result]))
    const results = eventIDs.map((eventID) => named.get(eventID) ?? { eventID, result: 'applied' as const })
    return judge({ ...answer, value: { ...answer.value, results } }, eventIDs)
  }),
  verdict('a stale XSRF cookie counts against the event', 'judgeBatch', (judge) => (answer, eventIDs) => {
    if (answer.kind !== 'refused' || answer.problem.code !== 'xsrf_mismatch') return judge(answer, eventIDs)
    const { status, problem } = answer
    return {
      kind: 'refused',
      lastAnswer: { kind: 'refused', status, code: problem.code, message: problem.message },
    }
  }),
  settle('a refused event is deleted', 'settleRefused', (settleRefused) => async (device, batch, lastAnswer) => {
    await settleRefused(device, batch, lastAnswer)
    for (const { eventID } of batch.events)
      if ((await device.db.events.get(eventID))?.state === 'needs-attention') await device.db.events.delete(eventID)
  }),
  settle(
    'an event refused within a batch needs attention at once',
    'settleRefused',
    (settleRefused) => async (device, batch, lastAnswer) => {
      await settleRefused(device, batch, lastAnswer)
      const final = batch.events.filter(({ refusals }) => batch.events.length === 1 || refusals > 0)
      for (const { eventID } of final)
        if ((await device.db.events.get(eventID))?.state === 'queued')
          await device.db.events.update(eventID, { state: 'needs-attention' })
    },
  ),
  settle(
    'the record of a rejected photo is deleted',
    'settleJudged',
    (settleJudged) => async (device, batch, answer, sentAt) => {
      const settled = await settleJudged(device, batch, answer, sentAt)
      for (const { eventID, result } of answer.results)
        if (result === 'rejected' && (await device.db.events.get(eventID))?.type === 'photo')
          await device.db.events.delete(eventID)
      return settled
    },
  ),
  settle(
    'no new upload address is requested after a rejection',
    'settleJudged',
    (settleJudged) => async (device, batch, answer, sentAt) => {
      const settled = await settleJudged(device, batch, answer, sentAt)
      const rejected = new Set(answer.results.flatMap((one) => (one.result === 'rejected' ? [one.eventID] : [])))
      for (const event of batch.events)
        if (event.type === 'photo' && rejected.has(event.eventID)) {
          const { photoID } = event.payload
          await device.db.photos.update(photoID, { key: batch.photos.get(photoID)?.key ?? null })
        }
      return settled
    },
  ),
  settle(
    'a rejected event counts as acknowledged',
    'settleJudged',
    (settleJudged) => (device, batch, answer, sentAt) => {
      const results = answer.results.map((one) =>
        one.result === 'rejected' ? { ...one, result: 'applied' as const } : one,
      )
      return settleJudged(device, batch, { ...answer, results }, sentAt)
    },
  ),
  settle(
    'records missing on the server are not sent again',
    'settleJudged',
    (settleJudged) => (device, batch, answer, sentAt) => {
      const reconcile = answer.reconcile && { ...answer.reconcile, holes: [] }
      return settleJudged(device, batch, reconcile ? { ...answer, reconcile } : answer, sentAt)
    },
  ),
  settle(
    'a verdict is applied to another event of the batch',
    'settleJudged',
    (settleJudged) => async (device, batch, answer, sentAt) => {
      const rows = await device.db.events.bulkGet(batch.events.map(({ eventID }) => eventID))
      const results = rows
        .flatMap((row) => (row !== undefined && UNANSWERED.includes(row.state) ? [row] : []))
        .flatMap(({ eventID }, at) => answer.results.slice(at, at + 1).map((one) => ({ ...one, eventID })))
      return settleJudged(device, batch, { ...answer, results }, sentAt)
    },
  ),
  settle(
    'verdicts are matched by position instead of id',
    'settleJudged',
    (settleJudged) => (device, batch, answer, sentAt) => {
      const results = answer.results.map((one, at) => ({ ...one, eventID: batch.events[at]?.eventID ?? one.eventID }))
      return settleJudged(device, batch, { ...answer, results }, sentAt)
    },
  ),
  settle(
    'an event is acknowledged without a verdict',
    'needingAttention',
    (needingAttention) => (event, lastAnswer) => ({
      ...needingAttention(event, lastAnswer),
      state: event.attempts > 1 ? 'acknowledged' : 'queued',
    }),
  ),
  settle('a record has the time it was sent at', 'needingAttention', (needingAttention) => (event, lastAnswer) => ({
    ...needingAttention(event, lastAnswer),
    occurredAt: (event.attempts > 0 ? lastAnswer?.at : null) ?? event.occurredAt,
  })),
  settle('a receipt has the time of the phone’s clock', 'receipt', (receipt) => (verdict, answer, epoch, now) => ({
    ...receipt(verdict, answer, epoch, now),
    receivedAt: now.toISOString(),
  })),
  settle('a receipt has no version', 'receipt', (receipt) => (verdict, answer, epoch, now) => ({
    ...receipt(verdict, answer, epoch, now),
    jobVersion: null,
  })),
  envelope('the extra amount is not sent', 'toWire', (toWire) => (event, photo) => ({
    ...toWire(event, photo),
    extraAmount: undefined,
  })),
  upload(
    'two photos of one batch get each other’s upload address',
    'signTogether',
    (signTogether) => async (pinned, uploads) => {
      const signed = await signTogether(pinned, uploads)
      if (!(signed instanceof Map)) return signed
      const addresses = [...signed.values()]
      const next = addresses.slice(1).concat(addresses.slice(0, 1))
      return new Map([...signed.keys()].flatMap((photoID, at) => next.slice(at, at + 1).map((one) => [photoID, one])))
    },
  ),
  // The counts reported to the office.
  counts(
    'the phone’s count leaves out records that need attention',
    'reconciliation',
    (reconciliation) => async (device, batch) => {
      const count = await reconciliation(device, batch)
      const deviceID = batch[0]?.deviceID ?? device.deviceID
      const stuck = (await device.db.events.where('state').equals('needs-attention').toArray()).filter(
        (event) => event.deviceID === deviceID,
      )
      const unsent = count.unsent.filter((eventID) => !stuck.some((event) => event.eventID === eventID))
      return {
        ...count,
        unsent,
        accounted: count.accounted.filter((seq) => !stuck.some((event) => event.seq === seq)),
        oldestUnsentAt: (await device.db.events.get(unsent[0] ?? ''))?.occurredAt ?? null,
        needsAttention: 0,
      }
    },
  ),
  counts(
    'a discarded sequence number is not accounted for',
    'reconciliation',
    (reconciliation) => async (device, batch) => {
      const count = await reconciliation(device, batch)
      const discarded = (await device.db.events.where('state').equals('discarded').toArray()).map(({ seq }) => seq)
      return { ...count, accounted: count.accounted.filter((seq) => !discarded.includes(seq)) }
    },
  ),
  counts(
    'the office is not told of records that need attention',
    'speak',
    (speak) => async (device, pinned, count, wiped) =>
      count.needsAttention > 0 && !wiped ? null : speak(device, pinned, count, wiped),
  ),
  counts(
    'a revoked phone signs out before the server knows that it is empty',
    'speak',
    (speak) => async (device, pinned, count, wiped) =>
      (await speak(device, pinned, count, wiped)) ?? (wiped ? 'revoked' : null),
  ),
]
