import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

/**
 * One realistic mistake in the product's code that the simulation has to detect. The changed code is never written to a
 * disk.
 */
export interface Break {
  name: string
  /** Relative to the folder of package.json. */
  file: string
  /** Occurs once in the file; white space and trailing commas are ignored. */
  text: string
  becomes: string
}

const DEVICE = 'src/client/offline'
const RECORD = 'src/server/features/runs/recording'
const RUNS = 'src/server/features/runs'
const PHOTOS = 'src/server/features/photos'
const FILES = 'src/server/files'
const HTTP = 'src/server/http'

export const BREAKS: readonly Break[] = [
  // What ends an event's sending.
  {
    name: 'a 500 counts as success',
    file: `${DEVICE}/send/verdict.ts`,
    text: `return { kind: 'none', lastAnswer: { ...lastAnswer, kind: 'busy' }, link: 'ok'`,
    becomes: `return status === 500 ? { kind: 'judged', answer: { results: eventIDs.map((eventID) => ({ eventID, result: 'applied' as const })) } } : { kind: 'none', lastAnswer: { ...lastAnswer, kind: 'busy' }, link: 'ok'`,
  },
  {
    name: 'a refused event is deleted',
    file: `${DEVICE}/send/settle.ts`,
    text: `const final = alone && event.refusals > 0`,
    becomes: `const final = alone && event.refusals > 0\n      if (final) {\n        await db.events.delete(event.eventID)\n        continue\n      }`,
  },
  {
    name: 'the record of a rejected photo is deleted',
    file: `${DEVICE}/send/settle.ts`,
    text: `if (event.type === 'photo') await db.photos.update(event.payload.photoID, { key: null })`,
    becomes: `if (event.type === 'photo') return void (await db.events.delete(event.eventID))`,
  },
  {
    name: 'events that an answer does not name are acknowledged',
    file: `${DEVICE}/send/verdict.ts`,
    text: `if (eventIDs.every((eventID) => named.has(eventID))) return { kind: 'judged', answer }`,
    becomes: `if (named.size >= 0) return { kind: 'judged', answer: { ...answer, results: eventIDs.map((eventID) => answer.results.find((one) => one.eventID === eventID) ?? { eventID, result: 'applied' as const }) } }`,
  },
  {
    name: 'a rejected event counts as acknowledged',
    file: `${DEVICE}/send/settle.ts`,
    text: `if (verdict.result === 'rejected') await reject(device, event, verdict, now)`,
    becomes: `if (verdict.code === 'never') await reject(device, event, verdict, now)`,
  },
  {
    name: 'an event is acknowledged without a verdict',
    file: `${DEVICE}/send/settle.ts`,
    text: `return { ...event, state: 'queued', attempts: event.attempts + 1`,
    becomes: `return { ...event, state: (event.attempts > 1 ? 'acknowledged' : 'queued') as 'queued', attempts: event.attempts + 1`,
  },
  {
    name: 'a 200 without the product’s header is accepted',
    file: `src/client/api/call.ts`,
    text: `if (headers.get(OURS_HEADER) !== '1') return foreign('not-ours')`,
    becomes: `if (headers.get(OURS_HEADER) !== '1') return status < 300 ? { kind: 'ok', value: { results: [], items: [], total: 0 } as never, status, etag: null } : foreign('not-ours')`,
  },
  {
    name: 'a 404 without the product’s header is a verdict',
    file: `src/client/api/call.ts`,
    text: `if (headers.get(OURS_HEADER) !== '1') return foreign('not-ours')`,
    becomes: `if (headers.get(OURS_HEADER) !== '1' && status !== 404) return foreign('not-ours')`,
  },
  {
    name: 'photo bytes are deleted as soon as they are acknowledged',
    file: `${DEVICE}/store/purge.ts`,
    text: `withBytes.filter((event) => isOld(event.acknowledgedAt) ||`,
    becomes: `withBytes.filter((event) => event.acknowledgedAt !== null ||`,
  },
  // What is shown to the driver.
  {
    name: 'the tick is shown before the transaction commits',
    file: `${DEVICE}/outbox/record.ts`,
    text: `const event = await reopening(db, save)`,
    becomes: `let early: StoredEvent | null = null\n  const event = await Promise.race([db.transaction('rw', recordTables(device), async () => (early = await addEvent(device, { eventID, assignmentID, type, payload, ...beside }))), new Promise<StoredEvent>((resolve) => { const look = () => (early ? resolve(early) : setImmediate(look)); look() })])`,
  },
  {
    name: 'a photo is saved without its bytes',
    file: `${DEVICE}/outbox/record.ts`,
    text: `photo && db.photoBytes.add({ photoID: photo.row.photoID, bytes: photo.bytes }),`,
    becomes: ``,
  },
  {
    name: 'photo bytes are saved in a second transaction',
    file: `${DEVICE}/outbox/record.ts`,
    text: `photo && db.photoBytes.add({ photoID: photo.row.photoID, bytes: photo.bytes }),`,
    becomes: `photo && new Promise<void>((resolve) => resolve(void setImmediate(() => void db.photoBytes.add({ photoID: photo.row.photoID, bytes: photo.bytes }).catch(() => undefined)))),`,
  },
  {
    name: 'a sequence number is given twice',
    file: `${DEVICE}/outbox/record.ts`,
    text: `writeMeta(db, 'seq', event.seq),`,
    becomes: `event.seq % 3 !== 0 && writeMeta(db, 'seq', event.seq),`,
  },
  {
    name: 'a photo shows the bytes of another photo',
    file: `${DEVICE}/overlay.ts`,
    text: `const here = photos.find((photo) => photo.photoID === photoID)`,
    becomes: `const here = photos.find((photo) => photo.photoID !== photoID)`,
  },
  {
    name: 'a photo shows the address of another photo',
    file: `${DEVICE}/overlay.ts`,
    text: `const there = stop.photos.find((photo) => photo.photoID === photoID)`,
    becomes: `const there = stop.photos.find(() => photoID !== '')`,
  },
  {
    name: 'the office is not told of records that need attention',
    file: `${DEVICE}/send/reconciliation.ts`,
    text: `  const answered = await speak(device, pinned, count)`,
    becomes: `  const answered = count.needsAttention > 0 ? null : await speak(device, pinned, count)`,
  },
  {
    name: 'photos are shown in the order of arrival instead of the order taken',
    file: `${DEVICE}/overlay.ts`,
    text: `photos: asTaken(record.photos, mine) }`,
    becomes: `}`,
  },
  {
    name: 'a note whose acknowledgement was lost stays after Undo',
    file: `${DEVICE}/overlay.ts`,
    text: `return event.type === 'note' && `,
    becomes: `return event.type !== 'note' && `,
  },
  {
    name: 'a photo whose acknowledgement was lost stays after Undo',
    file: `${DEVICE}/overlay.ts`,
    text: `if (event.type === 'photo') return stop.photos.some(`,
    becomes: `if (event.type === 'photo') return stop.photos.every(`,
  },
  {
    name: 'an acknowledged tap is not shown until the next pull',
    file: `${DEVICE}/overlay.ts`,
    text: `return event.jobVersion !== null && stop.version < event.jobVersion`,
    becomes: `return false`,
  },
  {
    name: 'a pull replaces newer rows by older ones',
    file: `${DEVICE}/server-rows.ts`,
    text: `before && before.epoch === epoch && before.version > stop.version ?`,
    becomes: `before && before.epoch === '' ?`,
  },
  {
    name: 'the phone changes a row of the server',
    file: `${DEVICE}/outbox/record.ts`,
    text: `updateStopDraft(db, event),`,
    becomes: `updateStopDraft(db, event),\n    db.jobs.update(assignmentID, { state: 'done' }),`,
  },
  {
    name: 'a stop with unsent work is deleted',
    file: `${DEVICE}/server-rows.ts`,
    text: `const stays = (stop: StoredStop) => unsent.has(stop.assignmentID) ||`,
    becomes: `const stays = (stop: StoredStop) => (unsent.has(stop.assignmentID) && stop.absent) ||`,
  },
  // Order and retry delays.
  {
    name: 'events are sent past an earlier one of their stop that needs attention',
    file: `${DEVICE}/outbox/plan.ts`,
    text: `at: inTurn,\n        isHeld: before.isHeld || inTurn > now || travelsAlone(event)`,
    becomes: `at: isStuck ? before.at : inTurn,\n        isHeld: before.isHeld || (!isStuck && inTurn > now) || travelsAlone(event)`,
  },
  {
    name: 'events are sent newest first',
    file: `${DEVICE}/outbox/plan.ts`,
    text: `.sort((a, b) => a.seq - b.seq)`,
    becomes: `.sort((a, b) => b.seq - a.seq)`,
  },
  {
    name: 'Retry-After is ignored',
    file: `${DEVICE}/outbox/backoff.ts`,
    text: `holdUntil: heldUntil(before, now, retryAfterMs)`,
    becomes: `holdUntil: before.holdUntil`,
  },
  {
    name: 'a request under way at a kill holds its events',
    file: `${DEVICE}/store/device.ts`,
    text: `inFlight: new Set(),`,
    becomes: `inFlight: ((globalThis as unknown as Record<string, Set<string>>)['flown'] ??= new Set<string>()),`,
  },
  {
    name: 'a clock set back delays the next attempt by days',
    file: `${DEVICE}/outbox/backoff.ts`,
    text: `return at <= now || at > now + BACKOFF_MAX_MS + 1_000`,
    becomes: `return at <= now`,
  },
  {
    name: 'a 413 acknowledges the batch',
    file: `${DEVICE}/send/verdict.ts`,
    text: `  if (status === 413 && eventIDs.length > 1) return { kind: 'smaller' }\n  const lastAnswer`,
    becomes: `  if (status === 413) return { kind: 'judged', answer: { results: eventIDs.map((eventID) => ({ eventID, result: 'applied' as const })) } }\n  const lastAnswer`,
  },
  {
    name: 'an event that needs attention is sent again by itself',
    file: `${DEVICE}/outbox/plan.ts`,
    text: `const own = isStuck || isUnderWay ?`,
    becomes: `const own = isUnderWay ?`,
  },
  {
    name: 'a stale XSRF cookie counts against the event',
    file: `${DEVICE}/send/verdict.ts`,
    text: `if (isVerdict(answer) && problem.code !== 'xsrf_mismatch') return`,
    becomes: `if (isVerdict(answer)) return`,
  },
  {
    name: 'a new XSRF value is never fetched',
    file: `src/client/api/call.ts`,
    text: `if (first.kind !== 'refused' || first.problem.code !== 'xsrf_mismatch') return first`,
    becomes: `if (first.kind !== 'offline') return first`,
  },
  {
    name: 'no new upload address is requested after a rejection',
    file: `${DEVICE}/send/settle.ts`,
    text: `if (event.type === 'photo') await db.photos.update(event.payload.photoID, { key: null })`,
    becomes: `void 0`,
  },
  {
    name: 'the signed-in user is not checked again before a request',
    file: `${DEVICE}/send/session.ts`,
    text: `if (!(await isStill())) stop.abort()`,
    becomes: `void isStill`,
  },
  {
    name: 'a new sign-in does not end the pause',
    file: `${DEVICE}/store/device.ts`,
    text: `mine !== null && mine.signInID !== pause.of`,
    becomes: `mine === null`,
  },
  {
    name: 'a restored server is not noticed',
    file: `${DEVICE}/server-rows.ts`,
    text: `if (before === undefined) return\n`,
    becomes: `if (before !== null) return\n`,
  },
  {
    name: 'records missing on the server are not sent again',
    file: `${DEVICE}/send/settle.ts`,
    text: `const lost = holes.size === 0 ?`,
    becomes: `const lost = holes.size >= 0 ?`,
  },
  // Mistakes in the phone's code.
  {
    name: 'a record has the time it was sent at',
    file: `${DEVICE}/send/settle.ts`,
    text: `nextAttemptAt: 0, lastAnswer }`,
    becomes: `nextAttemptAt: 0, lastAnswer, occurredAt: (event.attempts > 0 ? lastAnswer?.at : null) ?? event.occurredAt }`,
  },
  {
    name: 'a new build does not end the pause of the old one',
    file: `${DEVICE}/store/device.ts`,
    text: `mine.signInID !== pause.of : pause.of !== ports.appBuild`,
    becomes: `mine.signInID !== pause.of : pause.of === null`,
  },
  {
    name: 'a request without an answer has no time limit',
    file: `${DEVICE}/send/session.ts`,
    text: `{ timeLimitMs: SILENCE_LIMIT_MS, ...options, signal: stop.signal }`,
    becomes: `{ ...options, signal: stop.signal }`,
  },
  {
    name: 'the question to sign in stays until the running sync ends',
    file: `${DEVICE}/sync.ts`,
    text: `if (reason === 'signed-in') pauseNow(device)`,
    becomes: `if (reason === 'signed-in' && stopped) pauseNow(device)`,
  },
  {
    name: 'a photo whose bytes were deleted is still marked as having them',
    file: `${DEVICE}/store/purge.ts`,
    text: `if (bereft.length > 0) await`,
    becomes: `if (bereft.length < 0) await`,
  },
  {
    name: 'a report without records ignores Retry-After',
    file: `${DEVICE}/send/reconciliation.ts`,
    text: `if (queue && isHeld(queue, now.getTime())) return`,
    becomes: `void isHeld`,
  },
  {
    name: 'the signed-in user is checked before the first request only',
    file: `${DEVICE}/send/session.ts`,
    text: `if (!(await isStill())) stop.abort()`,
    becomes: `if (!Object.hasOwn(stop, 'asked') && !(await isStill())) stop.abort()\n      Object.assign(stop, { asked: true })`,
  },
  {
    name: 'Retry-After is read as milliseconds',
    file: `src/client/api/call.ts`,
    text: `? seconds * 1000 : null`,
    becomes: `? seconds : null`,
  },
  {
    name: 'the watchdog sets no timer',
    file: `${DEVICE}/sync.ts`,
    text: `timer = stopped ? null : timers.set(Math.min(`,
    becomes: `timer = stopped || ms > 10_000 ? null : timers.set(Math.min(`,
  },
  {
    name: 'coming online does not end the wait',
    file: `${DEVICE}/sync.ts`,
    text: `['start', 'online', 'visible',`,
    becomes: `['start', 'visible',`,
  },
  {
    name: 'success does not end the backoff',
    file: `${DEVICE}/outbox/queue-state.ts`,
    text: `await writeMeta(db, name, { ...FREE, holdUntil`,
    becomes: `await writeMeta(db, name, { ...queue, holdUntil`,
  },
  {
    name: 'a failed photo delays the outcomes',
    file: `${DEVICE}/send/photo-queue.ts`,
    text: `const queue = await queueFailed(device, 'photoLane',`,
    becomes: `const queue = await queueFailed(device, 'lane',`,
  },
  {
    name: 'the batch is not halved',
    file: `${DEVICE}/send/settle.ts`,
    text: `await queueWorked(device, 'lane', half(batch))`,
    becomes: `await queueWorked(device, 'lane')`,
  },
  {
    name: 'the clock offset has the wrong sign on the phone',
    file: `${DEVICE}/send/settle.ts`,
    text: `clockOffsetMs: Date.parse(answer.receivedAt) - sentAt`,
    becomes: `clockOffsetMs: sentAt - Date.parse(answer.receivedAt)`,
  },
  {
    name: 'the phone’s count leaves out records that need attention',
    file: `${DEVICE}/send/reconciliation.ts`,
    text: `.filter((event) => isOfIt(event) && !inBatch.has(event.eventID))`,
    becomes: `.filter((event) => isOfIt(event) && !inBatch.has(event.eventID) && event.state !== 'needs-attention')`,
  },
  {
    name: 'a discarded sequence number is not accounted for',
    file: `${DEVICE}/send/reconciliation.ts`,
    text: `...discarded, ...(isOwn ? givenUp : [])]`,
    becomes: `...(isOwn ? givenUp : [])]`,
  },
  {
    name: 'a stop under review leaves the phone',
    file: `${DEVICE}/server-rows.ts`,
    text: ` || (inReview.has(stop.assignmentID) && runs.has(stop.runOrderID))`,
    becomes: ``,
  },
  {
    name: 'an outcome is not saved on a full phone',
    file: `${DEVICE}/outbox/record.ts`,
    text: `if (type === 'photo' || !isFull(error)) throw error`,
    becomes: `if (type !== 'photo' || !isFull(error)) throw error`,
  },
  {
    name: 'an undo tapped twice is two events',
    file: `${DEVICE}/outbox/record.ts`,
    text: `return before ?? record(`,
    becomes: `return (before?.attempts === -1 ? before : null) ?? record(`,
  },
  {
    name: 'the status chip does not count photos',
    file: `${DEVICE}/status.ts`,
    text: `return waiting.length > 0 || lastPullAt === undefined ?`,
    becomes: `return waiting.some((event) => event.type !== 'photo') || lastPullAt === undefined ?`,
  },
  {
    name: 'records that need attention are not counted as unsent',
    file: `${DEVICE}/store/queries.ts`,
    text: `const UNSENT: readonly EventState[] = ['queued', 'sending', 'needs-attention']`,
    becomes: `const UNSENT: readonly EventState[] = ['queued', 'sending']`,
  },
  {
    name: 'two photos of one batch get each other’s upload address',
    file: `${DEVICE}/send/upload.ts`,
    text: `flatMap(({ photoID, upload }) => (upload ? [[photoID, upload]] : []))`,
    becomes: `flatMap(({ photoID }, at, all) => { const upload = all[(at + 1) % all.length]?.upload; return upload ? [[photoID, upload]] : [] })`,
  },
  {
    name: 'a photo is uploaded again and again',
    file: `${DEVICE}/send/photo-queue.ts`,
    text: `await noteKeys(device, settled)`,
    becomes: `await noteKeys(device, settled.filter(({ event }) => event.attempts < 1))`,
  },
  {
    name: 'an undo names the first tap of a stop',
    file: `${DEVICE}/overlay.ts`,
    text: `lastEventID: inEffect.at(-1)`,
    becomes: `lastEventID: inEffect.at(0)`,
  },
  {
    name: 'an undo restores no draft',
    file: `${DEVICE}/store/stop-draft.ts`,
    text: `if (!undone || !isOutcome(undone) || undone.state === 'discarded') return`,
    becomes: `if (!undone || !isOutcome(undone) || undone.state !== 'queued') return`,
  },
  {
    name: 'the draft is kept after an outcome and sent with the next one',
    file: `${DEVICE}/store/stop-draft.ts`,
    text: `if (isOutcome(event)) return saveStopDraft(db, event.assignmentID, {})`,
    becomes: `if (isOutcome(event)) return`,
  },
  {
    name: 'an edited record is sent with a new id',
    file: `${DEVICE}/outbox/attention.ts`,
    text: `await requeue(device, eventID, () => changed)`,
    becomes: `await requeue(device, eventID, () => ({ ...changed, eventID: freshID(device) }))`,
  },
  {
    name: 'the office is not told what was discarded',
    file: `${DEVICE}/outbox/attention.ts`,
    text: `if (event.type !== 'undo') undo = await addEvent`,
    becomes: `if (event.type === 'photo') undo = await addEvent`,
  },
  {
    name: 'the file leaves out records that need attention',
    file: `${DEVICE}/outbox/unsent-file.ts`,
    text: `const unsent = (await unsentEvents(db)).sort`,
    becomes: `const unsent = (await unsentEvents(db)).filter((event) => event.state !== 'needs-attention').sort`,
  },
  {
    name: 'signing out clears the outbox',
    file: `${DEVICE}/sign-out.ts`,
    text: `await Promise.all([db.runs.clear(), db.jobs.clear(), db.incomes.clear()])\n    const access`,
    becomes: `await Promise.all([db.runs.clear(), db.jobs.clear(), db.incomes.clear(), db.photoBytes.clear()])\n    const access`,
  },
  {
    name: 'signing out restarts the sequence numbers',
    file: `${DEVICE}/store/meta.ts`,
    text: `seq: 'identity',`,
    becomes: `seq: 'sending',`,
  },
  {
    name: 'the driver’s pay is fetched once',
    file: `${DEVICE}/pull.ts`,
    text: `if (!incomesBehind && age >= 0`,
    becomes: `if (age >= 0`,
  },
  {
    name: 'a pause of the session deletes the waiting events',
    file: `${DEVICE}/send/drain.ts`,
    text: `case 'pause':\n      await pauseQueue(`,
    becomes: `case 'pause':\n      if (batch.events.every((event) => event.attempts > 1))\n        await device.db.events.bulkDelete(batch.events.map((event) => event.eventID))\n      await pauseQueue(`,
  },
  {
    name: 'two sign-ins of a user have the same id',
    file: `${DEVICE}/store/device-database.ts`,
    text: `signInID: token.slice(-8)`,
    becomes: `signInID: userID.slice(-8)`,
  },
  {
    name: 'receipts are deleted after a day',
    file: `${DEVICE}/store/purge.ts`,
    text: `RECEIPTS_KEPT_MS = 14 * 24 * 3_600_000`,
    becomes: `RECEIPTS_KEPT_MS = 24 * 3_600_000`,
  },
  {
    name: 'a photo is due while the outcomes are held back',
    file: `${DEVICE}/outbox/plan.ts`,
    text: `const photosAt = Math.max(laneAt, dueAt(photoLane, now))`,
    becomes: `const photosAt = dueAt(photoLane, now)`,
  },
  {
    name: 'a batch contains events of another run',
    file: `${DEVICE}/outbox/plan.ts`,
    text: `event.runOrderID === first.runOrderID && event.deviceID === first.deviceID && !travelsAlone(event)`,
    becomes: `event.deviceID === first.deviceID && !travelsAlone(event)`,
  },
  {
    name: 'a receipt has the time of the phone’s clock',
    file: `${DEVICE}/send/settle.ts`,
    text: `receivedAt: answer.receivedAt ?? now.toISOString(),`,
    becomes: `receivedAt: now.toISOString(),`,
  },
  {
    name: 'extras typed before Done are not in the record',
    file: `${DEVICE}/outbox/record.ts`,
    text: `'done', { pu: fields.pu, ...extras(fields) })`,
    becomes: `'done', { pu: fields.pu })`,
  },
  {
    name: 'an extra is kept in whole dollars',
    file: `${DEVICE}/outbox/record.ts`,
    text: `if (extraAmount !== undefined) fields.extraAmount = extraAmount`,
    becomes: `if (extraAmount !== undefined) fields.extraAmount = Math.trunc(extraAmount)`,
  },
  {
    name: 'a late 401 pauses the sign-in that came after it',
    file: `${DEVICE}/send/session.ts`,
    text: `of: kind === 'sign-in' ? pinned.signInID : device.ports.appBuild`,
    becomes: `of: kind === 'sign-in' ? ((await currentSignIn(device.device))?.signInID ?? null) : device.ports.appBuild`,
  },
  {
    name: 'the record that fails on the server is first in every batch',
    file: `${DEVICE}/send/settle.ts`,
    text: `return { ...again, nextAttemptAt: lonely ? own() : queue.nextAttemptAt }`,
    becomes: `void [lonely, own]\n      return { ...again, nextAttemptAt: queue.nextAttemptAt }`,
  },
  {
    name: 'bytes of unsent photos are deleted to make room',
    file: `${DEVICE}/store/purge.ts`,
    text: `const sent = (await db.events.where('state').equals('acknowledged').toArray()).filter(isPhoto)`,
    becomes: `const sent = (await db.events.toCollection().toArray()).filter(isPhoto)`,
  },
  {
    name: 'a photo taken before the backup counts as in it',
    file: `${DEVICE}/store/purge.ts`,
    text: `Date.parse(event.receivedAt ?? '') < backedUp`,
    becomes: `Date.parse(event.occurredAt) < backedUp`,
  },
  {
    name: 'a new rate changes the pay of earlier stops',
    file: `${RECORD}/income-reads.ts`,
    text: `stored.find((row) => row.driverID === driverID) ?? rates.get(driverID)!`,
    becomes: `rates.get(driverID)!`,
  },
  {
    name: 'a revoked phone is sent the week',
    file: `${RECORD}/record-routes.ts`,
    text: `if (revoked) return { run: null }\n`,
    becomes: ``,
  },
  {
    name: 'a failed fetch of incomes deletes the stored ones',
    file: `${DEVICE}/pull.ts`,
    text: `if (answer.kind !== 'ok') return\n    incomes`,
    becomes: `if (answer.kind !== 'ok') break\n    incomes`,
  },
  {
    name: 'a photo whose bytes were deleted is to be uploaded again',
    file: `${DEVICE}/server-rows.ts`,
    text: `if (photo?.hasBytes) await`,
    becomes: `if (photo) await`,
  },
  {
    name: 'a database emptied under an open page continues the old id’s numbers',
    file: `${DEVICE}/outbox/record.ts`,
    text: `if (deviceID !== device.deviceID) throw new NotSaved('database')`,
    becomes: ``,
  },
  {
    name: 'a revoked phone signs out before the server knows that it is empty',
    file: `${DEVICE}/revoke.ts`,
    text: `if (answered === null) return LATER_MS`,
    becomes: ``,
  },
  {
    name: 'a long photo in the file has gaps',
    file: `${DEVICE}/outbox/unsent-file.ts`,
    text: `bytes.subarray(at, at + 0x8000)`,
    becomes: `bytes.subarray(at, at + 0x7fff)`,
  },
  {
    name: 'an undo does not restore the extra amount',
    file: `${DEVICE}/store/stop-draft.ts`,
    text: `...(extraAmount ? { extraAmount } : {}), `,
    becomes: ``,
  },
  {
    name: 'a rubbish removal that was not collected is paid its price',
    file: 'src/domain/income.ts',
    text: `const price = stop.outcome === 'COLLECTED' ? stop.amount : 0`,
    becomes: `const price = stop.amount`,
  },
  {
    name: 'an event that waits for another one is due at once',
    file: `${DEVICE}/outbox/plan.ts`,
    text: `const inTurn = Math.max(own, before.at)`,
    becomes: `const inTurn = Math.max(own, 0)`,
  },
  // The journal.
  {
    name: 'what only the journal has is not put back',
    file: `${DEVICE}/store/journal.ts`,
    text: `const lost = found.filter((_, at) => rows[at] === undefined)`,
    becomes: `const lost = found.filter((_, at) => rows[at] === undefined && at < 0)`,
  },
  {
    name: 'the journal puts back what was sent',
    file: `${DEVICE}/store/journal.ts`,
    text: `.filter(({ eventID }) => !ended.has(eventID))`,
    becomes: ``,
  },
  {
    name: 'records of a lost database are sent as the new one’s',
    file: `${DEVICE}/send/drain.ts`,
    text: `deviceID: batch.events[0]?.deviceID ?? device.deviceID`,
    becomes: `deviceID: device.deviceID`,
  },
  {
    name: 'a new database takes numbers of the lost one',
    file: `${DEVICE}/store/journal.ts`,
    text: `await writeMetas(db, { seq: highest,`,
    becomes: `await writeMetas(db, { seq,`,
  },
  {
    name: 'a half-written journal entry is read',
    file: `${DEVICE}/store/journal-file.ts`,
    text: `return checksum(generation, text) === view.getUint32(0) ?`,
    becomes: `return generation >= 0 ?`,
  },
  {
    name: 'what is in memory is not put into a new database',
    file: `${DEVICE}/store/replace-database.ts`,
    text: `if (missing.length > 0) await putIn`,
    becomes: `if (missing.length > 9) await putIn`,
  },
  // Mistakes in the server's code.
  {
    name: 'the server reports no missing numbers',
    file: `${RECORD}/device-commands.ts`,
    text: `from + at + 1).filter((seq) => !known.has(seq))`,
    becomes: `from + at + 1).filter((seq) => !known.has(seq) && seq < 0)`,
  },
  {
    name: 'an event sent alone is overtaken by the next one of its stop',
    file: `${DEVICE}/outbox/plan.ts`,
    text: `inTurn > now || travelsAlone(event)`,
    becomes: `inTurn > now`,
  },
  {
    name: 'an event sent once stays in flight',
    file: `${DEVICE}/outbox/claim.ts`,
    text: `for (const event of events) device.inFlight.delete(event.eventID)`,
    becomes: `void events`,
  },
  {
    name: 'photos claimed and released again stay in flight',
    file: `${DEVICE}/send/photo-queue.ts`,
    text: `{ uploads }: ReadyPhotos): void {\n  noLongerInFlight(`,
    becomes: `{ uploads }: ReadyPhotos): void {\n  if (uploads.length < 0) noLongerInFlight(`,
  },
  {
    name: 'an upload without an answer has no time limit',
    file: `${DEVICE}/send/upload.ts`,
    text: `cache: 'no-store' }, { timeLimitMs })`,
    becomes: `cache: 'no-store' }, { ...(timeLimitMs < 0 ? { timeLimitMs } : {}) })`,
  },
  {
    name: 'the request for an XSRF value has no time limit',
    file: `src/client/api/call.ts`,
    text: `{ timeLimitMs: options.timeLimitMs, signal: options.signal }`,
    becomes: `{ signal: options.signal }`,
  },
  {
    name: 'a wake-up during a running sync is lost',
    file: `${DEVICE}/sync.ts`,
    text: `    reasons.add(reason)\n`,
    becomes: `    if (looking === null) reasons.add(reason)\n`,
  },
  {
    name: 'coming online ends the wait of the queue and not of its records',
    file: `${DEVICE}/outbox/queue-state.ts`,
    text: `await endWaits(db, 0, () => true)`,
    becomes: `await endWaits(db, 0, isSuspect)`,
  },
  {
    name: 'a tap on an open stop that a pull deleted is refused',
    file: `${DEVICE}/server-rows.ts`,
    text: `await db.meta.bulkPut(gone)`,
    becomes: `void gone`,
  },
  {
    name: 'an older answer replaces the run',
    file: `${DEVICE}/server-rows.ts`,
    text: `if (isNewer) await db.runs.put`,
    becomes: `if (isNewer || known.length > 0) await db.runs.put`,
  },
  {
    name: 'a lost database connection loses the tap',
    file: `${DEVICE}/outbox/record.ts`,
    text: `const event = await reopening(db, save)`,
    becomes: `const event = await save()`,
  },
  {
    name: 'a stop under review is shown as sent',
    file: `${DEVICE}/overlay.ts`,
    text: `return events.some((event) => event.result === 'review') ? 'with-office' : 'sent'`,
    becomes: `return events.at(-1)?.result === 'review' ? 'with-office' : 'sent'`,
  },
  {
    name: 'a clock set back stops the pulls',
    file: `${DEVICE}/watchdog.ts`,
    text: `Number.isNaN(last) || last > now ||`,
    becomes: `Number.isNaN(last) ||`,
  },
  {
    name: 'Retry does not reset the count of refusals',
    file: `${DEVICE}/outbox/attention.ts`,
    text: `state: 'queued', nextAttemptAt: 0, refusals: 0, badUploads: 0 }\n    await db.events.put(again)`,
    becomes: `state: 'queued', nextAttemptAt: 0 }\n    await db.events.put(again)`,
  },
  {
    name: 'the file leaves out records that were tried',
    file: `${DEVICE}/outbox/unsent-file.ts`,
    text: `const unsent = (await unsentEvents(db)).sort`,
    becomes: `const unsent = (await unsentEvents(db)).filter((event) => event.attempts === 0).sort`,
  },
  {
    name: 'the file has no bytes of later photos',
    file: `${DEVICE}/outbox/unsent-file.ts`,
    text: `if (!photo || !stored) continue`,
    becomes: `if (!photo || !stored || file.photos.length > 0) continue`,
  },
  {
    name: 'a receipt has no version',
    file: `${DEVICE}/send/settle.ts`,
    text: `jobVersion: verdict.jobVersion ?? null,`,
    becomes: `jobVersion: null,`,
  },
  {
    name: 'a verdict is applied to another event of the batch',
    file: `${DEVICE}/send/settle.ts`,
    text: `for (const event of await currentOf(device, batch, ['sending', 'queued', 'needs-attention'])) {\n      const verdict = byID.get(event.eventID)`,
    becomes: `for (const [at, event] of (await currentOf(device, batch, ['sending', 'queued', 'needs-attention'])).entries()) {\n      const verdict = answer.results[at]`,
  },
  {
    name: 'an event refused within a batch needs attention at once',
    file: `${DEVICE}/send/settle.ts`,
    text: `const final = alone && event.refusals > 0`,
    becomes: `const final = alone || event.refusals > 0`,
  },
  {
    name: 'the count outside the databases leaves out photos',
    file: `${DEVICE}/store/local-storage-counts.ts`,
    text: `unsent: read.events + read.photos`,
    becomes: `unsent: read.events`,
  },
  {
    name: 'a user with unsent photos only has no unsent work',
    file: `${DEVICE}/outbox/unsent-file.ts`,
    text: `one.value.events + one.value.photos > 0`,
    becomes: `one.value.events > 0`,
  },
  {
    name: 'a photo is refused although there is space',
    file: `${DEVICE}/store/space.ts`,
    text: `free - size >= KEPT_FOR_EVENTS`,
    becomes: `free - size >= 20 * KEPT_FOR_EVENTS`,
  },
  {
    name: 'a third photo is too many on the phone',
    file: `${DEVICE}/outbox/record.ts`,
    text: `>= MAX_FILES) throw`,
    becomes: `>= MAX_FILES - 3) throw`,
  },
  {
    name: 'the extra amount is not sent',
    file: `${DEVICE}/outbox/envelope.ts`,
    text: `baseVersion, appBuild, ...payload }`,
    becomes: `baseVersion, appBuild, ...payload, extraAmount: undefined }`,
  },
  {
    name: 'acknowledged events are not shown',
    file: `${DEVICE}/read.ts`,
    text: `withAside(db, events).filter(here)`,
    becomes: `withAside(db, events).filter((event) => here(event) && event.state !== 'acknowledged')`,
  },
  {
    name: 'a 403 does not pause the session',
    file: `${DEVICE}/send/session.ts`,
    text: `answer.status === 401 || answer.status === 403`,
    becomes: `answer.status === 401`,
  },
  {
    name: 'the readiness count includes stops the office took away',
    file: `${DEVICE}/readiness.ts`,
    text: `filter((stop) => !stop.absent && isOnTheRun(stop))`,
    becomes: `filter((stop) => stop.version > 0)`,
  },
  {
    name: 'the timer pulls the week too rarely',
    file: `${DEVICE}/watchdog.ts`,
    text: `? now : last + PULL_EVERY_MS`,
    becomes: `? now : last + 20 * PULL_EVERY_MS`,
  },
  {
    name: 'a revoked phone keeps its customers',
    file: `${DEVICE}/revoke.ts`,
    text: `await Promise.all([db.runs.clear(), db.jobs.clear(), db.incomes.clear()])`,
    becomes: `await Promise.all([db.runs.clear(), db.incomes.clear()])`,
  },
  {
    name: 'a revoked phone deletes unsent events',
    file: `${DEVICE}/revoke.ts`,
    text: `others(await db.events.toCollection().primaryKeys(), stays)`,
    becomes: `others(await db.events.toCollection().primaryKeys(), new Set())`,
  },
  {
    name: 'a revoked phone deletes unsent photos',
    file: `${DEVICE}/revoke.ts`,
    text: `others(await db.photoBytes.toCollection().primaryKeys(), photosStay)`,
    becomes: `others(await db.photoBytes.toCollection().primaryKeys(), new Set())`,
  },
  {
    name: 'a revoked phone signs out before it has sent its records',
    file: `${DEVICE}/revoke.ts`,
    text: `if (due !== null) return Math.max(0, due - ports.now().getTime())`,
    becomes: `void due`,
  },
  {
    name: 'a phone with a new database reports no loss',
    file: `${DEVICE}/store/device.ts`,
    text: `const lost = (outside?.lost ?? 0) + (ofAnother ? outside.unsent : 0)`,
    becomes: `const lost = outside?.lost ?? 0`,
  },
  {
    name: 'an unacknowledged outcome that a pull contains is shown twice',
    file: `${DEVICE}/overlay.ts`,
    text: `if (decided && event.seq <= decided.seq) return true`,
    becomes: `if (decided?.seq === 0) return true`,
  },
  {
    name: 'verdicts are matched by position instead of id',
    file: `${DEVICE}/send/settle.ts`,
    text: `const byID = new Map(answer.results.map((result) => [result.eventID, result]))`,
    becomes: `const byID = new Map(answer.results.map((result, at) => [batch.events[at]?.eventID ?? result.eventID, result]))`,
  },
  {
    name: 'a record of another driver’s stop counts',
    file: 'src/domain/exceptions.ts',
    text: `if (actor.role !== 'ADMIN' && stop.driverID !== actor.userID) return 'job_foreign'`,
    becomes: `if (actor.role === 'CUSTOMER' && stop.driverID !== actor.userID) return 'job_foreign'`,
  },
  {
    name: 'a record of a shifted stop counts',
    file: 'src/domain/exceptions.ts',
    text: `if (stop.state === 'shifted') return stop.customerCancelled ? 'job_skipped' : 'job_shifted'`,
    becomes: ``,
  },
  {
    name: 'a record in review of a completed stop counts',
    file: `${RECORD}/record-commands.ts`,
    text: `const counts = judgement.effect === 'counts' && !tooMany`,
    becomes: `const counts = (judgement.effect === 'counts' || judgement.code === 'job_completed') && !tooMany`,
  },
  {
    name: 'the verdict of a duplicate does not say that it is one',
    file: `${RECORD}/verdicts.ts`,
    text: `result: duplicate ? 'duplicate' : result,`,
    becomes: `result,`,
  },
  {
    name: 'a corrected stop keeps its former income',
    file: `${RECORD}/income-commands.ts`,
    text: `if (!isSame(before, after)) changed.push(after)`,
    becomes: ``,
  },
  {
    name: 'pay doubles with each correction',
    file: `${RECORD}/income-commands.ts`,
    text: `const after = { ...row, status,`,
    becomes: `const after = { ...row, amount: before.amount + row.amount, status,`,
  },
  {
    name: 'a photo missing in the store is accepted',
    file: `src/server/files/stored-photo.ts`,
    text: `if (!file) return { state: 'missing' }`,
    becomes: `if (!file) return { state: 'whole', contentType: 'image/jpeg' }`,
  },
  {
    name: 'an undo is ignored',
    file: 'src/domain/events.ts',
    text: `if (undone.has(event.eventID)) continue`,
    becomes: `if (undone.has('')) continue`,
  },
  {
    name: 'events of one device are ordered by clock instead of sequence number',
    file: 'src/domain/events.ts',
    text: `return a.seq - b.seq || byTime(a, b)`,
    becomes: `return byTime(a, b)`,
  },
  {
    name: 'a stop’s events are folded in the order they are read',
    file: 'src/domain/events.ts',
    text: `const sorted = [...events].sort(byTap)`,
    becomes: `const sorted = [...events]`,
  },
  {
    name: 'the clock offset is not stored',
    file: `${RECORD}/record-routes.ts`,
    text: `clockOffset: input.sentAt ? clockOffset(input.sentAt, now) : 0,`,
    becomes: `clockOffset: 0,`,
  },
  {
    name: 'events are stored outside the transaction',
    file: `${RECORD}/record-commands.ts`,
    text: `await storePhotos(tx, batch, kept)`,
    becomes: `await tx.execute('commit')\n  await tx.execute('begin')\n  await storePhotos(tx, batch, kept)`,
  },
  {
    name: 'users of a phone share one database',
    file: `${DEVICE}/store/device.ts`,
    text: `const db = new UserDatabase(userID, ports)`,
    becomes: `const db = new UserDatabase('everybody', ports)`,
  },
  // What the server stores of a record.
  {
    name: 'a record is stored with the stop’s driver as its actor',
    file: `${RECORD}/record-commands.ts`,
    text: `    actorID: batch.actor.userID,`,
    becomes: `    actorID: stop?.driverID ?? batch.actor.userID,`,
  },
  {
    name: 'a record in review belongs to no stop',
    file: `${RECORD}/record-commands.ts`,
    text: `    jobID: stop?.assignmentID ?? null,`,
    becomes: `    jobID: counts ? (stop?.assignmentID ?? null) : null,`,
  },
  {
    name: 'a record in review is not an open exception',
    file: `${RECORD}/record-commands.ts`,
    text: `    decision: code === null ? null : 'open',`,
    becomes: `    decision: counts && code !== null ? 'open' : null,`,
  },
  {
    name: 'a verdict’s version is one too low',
    file: `${RECORD}/record-commands.ts`,
    text: `jobVersion: counts && stop ? stop.version + 1 : null,`,
    becomes: `jobVersion: counts && stop ? stop.version : null,`,
  },
  {
    name: 'the clock offset is subtracted instead of added',
    file: `${RECORD}/record-commands.ts`,
    text: `const corrected = occurredAt.getTime() + clockOffset`,
    becomes: `const corrected = occurredAt.getTime() - clockOffset`,
  },
  {
    name: 'a time in the future is trusted',
    file: `${RECORD}/record-commands.ts`,
    text: `return (ahead > 0 && clockIsOff(ahead)) || corrected`,
    becomes: `return (clockIsOff(-Infinity) && ahead === Infinity) || corrected`,
  },
  {
    name: 'events of several devices are ordered by arrival',
    file: `${RECORD}/record-commands.ts`,
    text: `if (occurredAt === null) return receivedAt`,
    becomes: `if (occurredAt !== null) return receivedAt`,
  },
  {
    name: 'only the last record of a stop in a batch counts',
    file: `${RECORD}/record-commands.ts`,
    text: `[...(state.counting.get(recorded.assignmentID) ?? []), recorded]`,
    becomes: `[recorded]`,
  },
  {
    name: 'only one stop of a batch is written',
    file: `${RECORD}/record-commands.ts`,
    text: `const stops = [...touched].filter((id) => state.jobs.get(id)?.runOrderID === runOrderID)`,
    becomes: `const stops = [...touched].filter((id) => state.jobs.get(id)?.runOrderID === runOrderID).slice(0, 1)`,
  },
  {
    name: 'a third photo is too many on the server',
    file: `${RECORD}/record-commands.ts`,
    text: `return recorded.length >= MAX_FILES && !recorded.includes(photoID)`,
    becomes: `return recorded.length >= MAX_FILES - 3 && !recorded.includes(photoID)`,
  },
  {
    name: 'a sixth photo counts',
    file: `${RECORD}/record-commands.ts`,
    text: `return recorded.length >= MAX_FILES && !recorded.includes(photoID)`,
    becomes: `return recorded.length > MAX_FILES && !recorded.includes(photoID)`,
  },
  {
    name: 'undone photos count towards the limit of a stop',
    file: `${RECORD}/record-commands.ts`,
    text: `const { photos: recorded } = foldStop(counting)`,
    becomes: `const recorded = counting.flatMap((event) => (event.type === 'photo' ? [event.photoID] : []))`,
  },
  {
    name: 'a photo is stored with a wrong hash',
    file: `${RECORD}/record-commands.ts`,
    text: `        sha256,\n        jobID,`,
    becomes: `        sha256: key,\n        jobID,`,
  },
  {
    name: 'a record in review counts when its stop is read again',
    file: `${RUNS}/core/events-reads.ts`,
    text: `row.counts && row.jobID !== null && stops.has(row.jobID) ?`,
    becomes: `row.jobID !== null && stops.has(row.jobID) ?`,
  },
  {
    name: 'devices of one user share one sequence',
    file: `${RUNS}/core/events-reads.ts`,
    text: 'deviceID: `${row.deviceID} ${row.actorID}`',
    becomes: 'deviceID: row.actorID',
  },
  {
    name: 'every database error makes the batch malformed',
    file: `${RECORD}/store-batch-commands.ts`,
    text: `    if (!valueRefused(error) || batch.events.length === 0) throw error`,
    becomes: `    if (batch.events.length === 0) throw error\n    if (!valueRefused(error)) return { verdicts: batch.events.map(({ eventID }) => rejected(eventID, 'malformed')), rest: await withRetry(database, rest) }`,
  },
  {
    name: 'the counts are compared before the batch is stored',
    file: `${RECORD}/store-batch-commands.ts`,
    text: `({ verdicts: await record(tx, batch), rest: await rest(tx) })`,
    becomes: `{ const done = await rest(tx)\n    return { verdicts: await record(tx, batch), rest: done } }`,
  },
  // Verdicts.
  {
    name: 'a duplicate’s verdict has no version',
    file: `${RECORD}/verdicts.ts`,
    text: `...(jobVersion === null ? {} : { jobVersion }),`,
    becomes: `...(jobVersion === null || duplicate ? {} : { jobVersion }),`,
  },
  {
    name: 'a duplicate’s verdict does not say that it is in review',
    file: `${RECORD}/verdicts.ts`,
    text: `...(code === null ? {} : { code, message: codeWords(code) }),`,
    becomes: `...(code === null || duplicate ? {} : { code, message: codeWords(code) }),`,
  },
  {
    name: 'a photo whose store can’t be reached is reported as a duplicate',
    file: `${RECORD}/record-routes.ts`,
    text: `return away.has(event) ? [] : [spoken.next().value!]`,
    becomes: `return away.has(event) ? [{ eventID: event.eventID, result: 'duplicate' }] : [spoken.next().value!]`,
  },
  {
    name: 'one photo whose store can’t be reached fails its batch',
    file: `${RECORD}/record-routes.ts`,
    text: `if (away.size > 0 && away.size === read.length) throw`,
    becomes: `if (away.size > 0) throw`,
  },
  {
    name: 'a store that can’t be reached counts as without the photo',
    file: `${RECORD}/photo-files.ts`,
    text: `if (error instanceof StorageTrouble) return 'store_away'`,
    becomes: `if (error instanceof StorageTrouble) return 'photo_not_uploaded'`,
  },
  // The resulting state of a stop.
  {
    name: 'a stop’s new state is no new version',
    file: `${RECORD}/follow-commands.ts`,
    text: 'state = incoming.state, version = ${jobs}.version + 1',
    becomes: 'state = incoming.state, version = ${jobs}.version',
  },
  {
    name: 'a stop does not say which record decided it',
    file: `${RECORD}/follow-commands.ts`,
    text: `    outcomeEventID: record.outcomeEventID,`,
    becomes: `    outcomeEventID: null,`,
  },
  {
    name: 'an undone stop stays done',
    file: `${RECORD}/follow-commands.ts`,
    text: `return state === 'done' ? 'planned' : state`,
    becomes: `return state`,
  },
  {
    name: 'a stop has the time of the phone’s clock',
    file: 'src/domain/events.ts',
    text: `    doneAt: event.correctedAt,`,
    becomes: `    doneAt: event.occurredAt,`,
  },
  {
    name: 'an empty bag is not marked empty',
    file: 'src/domain/events.ts',
    text: `emptyPickup: event.type === 'bag-mt',`,
    becomes: `emptyPickup: false,`,
  },
  {
    name: 'a run is never done in the field',
    file: `${RUNS}/core/field-work-commands.ts`,
    text: `if (run.status !== 'active') return`,
    becomes: `if (run.status !== 'draft') return`,
  },
  {
    name: 'a run that was done once stays done',
    file: `${RUNS}/core/field-work-commands.ts`,
    text: 'const otherwise = wasDone ? sql`null` : runs.doneAt',
    becomes: 'const otherwise = wasDone ? runs.doneAt : runs.doneAt',
  },
  {
    name: 'an extra amount is truncated to whole cents',
    file: 'src/domain/money.ts',
    text: `return Number.isFinite(dollars) ? roundHalfAway(dollars * 100) : 0`,
    becomes: `return Number.isFinite(dollars) ? Math.trunc(dollars * 100) : 0`,
  },
  {
    name: 'a note sent twice is stored twice',
    file: 'src/domain/events.ts',
    text: `notes.push(...linesOf(event.notes).filter((line) => !notes.includes(line)))`,
    becomes: `notes.push(...linesOf(event.notes))`,
  },
  {
    name: 'the first outcome decides',
    file: 'src/domain/events.ts',
    text: `if (isOutcomeEvent(event)) Object.assign(record, decidedBy(event))`,
    becomes: `if (isOutcomeEvent(event) && record.outcome === null) Object.assign(record, decidedBy(event))`,
  },
  {
    name: 'an undo does not restore the earlier outcome',
    file: 'src/domain/events.ts',
    text: `Object.assign(record, previous ? decidedBy(previous) : NO_OUTCOME)`,
    becomes: `Object.assign(record, previous && NO_OUTCOME)`,
  },
  // Money.
  {
    name: 'an undone stop keeps its income',
    file: `${RECORD}/income-commands.ts`,
    text: `if (gone.length > 0) await tx.delete(incomes)`,
    becomes: `if (gone.length < 0) await tx.delete(incomes)`,
  },
  {
    name: 'the stop’s present driver is paid instead of the one who recorded it',
    file: `${RECORD}/income-reads.ts`,
    text: `const driverID = [stop.recordedBy, stop.driverID].find(`,
    becomes: `const driverID = [stop.driverID, stop.recordedBy].find(`,
  },
  {
    name: 'a correction by another driver is paid to the first',
    file: `${RECORD}/income-commands.ts`,
    text: `      driver_id = incoming."driverID", status = incoming.status,`,
    becomes: `      status = incoming.status,`,
  },
  {
    name: 'a stop recorded by another driver is paid at the first driver’s rate',
    file: `${RECORD}/income-reads.ts`,
    text: `stored.find((row) => row.driverID === driverID) ?? rates.get(driverID)!`,
    becomes: `stored[0] ?? rates.get(driverID)!`,
  },
  {
    name: 'half a cent is truncated',
    file: 'src/domain/money.ts',
    text: `return roundHalfAway((cents * basisPoints) / 10_000)`,
    becomes: `return Math.trunc((cents * basisPoints) / 10_000)`,
  },
  {
    name: 'completing a run makes nothing payable',
    file: `${RUNS}/lifecycle/state-plans.ts`,
    text: `eq(incomes.status, 'pending'))`,
    becomes: `eq(incomes.status, 'payable'))`,
  },
  // The conflict table.
  {
    name: 'a record of a removed stop counts',
    file: 'src/domain/exceptions.ts',
    text: `  if (stop.state === 'cancelled') return 'job_removed'\n`,
    becomes: ``,
  },
  {
    name: 'a record of a completed stop or run counts',
    file: 'src/domain/exceptions.ts',
    text: `if (stop.state === 'completed' || run.status === 'completed') return 'job_completed'`,
    becomes: `if (stop.state === 'completed' && run.status === 'draft') return 'job_completed'`,
  },
  {
    name: 'an archived run is treated as a completed one',
    file: 'src/domain/exceptions.ts',
    text: `  if (run.status === 'archived') return 'run_archived'\n`,
    becomes: ``,
  },
  {
    name: 'a former driver is told what became of the stop',
    file: 'src/domain/exceptions.ts',
    text: `  if (actor.role !== 'ADMIN' && stop.driverID !== actor.userID) return 'job_foreign'\n  if (run.status === 'archived') return 'run_archived'\n  if (stop.state === 'cancelled') return 'job_removed'\n  if (stop.state === 'shifted') return stop.customerCancelled ? 'job_skipped' : 'job_shifted'\n`,
    becomes: `  if (run.status === 'archived') return 'run_archived'\n  if (stop.state === 'cancelled') return 'job_removed'\n  if (stop.state === 'shifted') return stop.customerCancelled ? 'job_skipped' : 'job_shifted'\n  if (actor.role !== 'ADMIN' && stop.driverID !== actor.userID) return 'job_foreign'\n`,
  },
  // What the office does itself.
  {
    name: 'a stop with an outcome can be shifted or removed',
    file: 'src/domain/stop-actions.ts',
    text: `const HAPPENED: readonly StopAction[] = ['edit', 'order', 'assign', 'record']`,
    becomes: `const HAPPENED: readonly StopAction[] = ['edit', 'order', 'assign', 'shift', 'remove', 'record']`,
  },
  {
    name: 'the office’s change of a stop is no new version',
    file: `${RUNS}/core/stops-commands.ts`,
    text: 'set({ ...change, version: sql`${jobs.version} + 1` })',
    becomes: 'set({ ...change })',
  },
  {
    name: 'a changed run is no new version',
    file: `${RUNS}/editing/edit-commands.ts`,
    text: `set({ ...texts, version: run.version + 1 })`,
    becomes: `set({ ...texts, version: run.version })`,
  },
  {
    name: 'a completed run is no new version',
    file: `${RUNS}/lifecycle/state-commands.ts`,
    text: `set({ ...change, status, version: run.version + 1 })`,
    becomes: `set({ ...change, status })`,
  },
  // What a phone fetches.
  {
    name: 'a changed run does not change the week’s version',
    file: `${RUNS}/week-version-reads.ts`,
    text: '${jobs.assignmentID}, ${jobs}.xmin, ${runs}.xmin',
    becomes: '${jobs.assignmentID}, ${jobs}.xmin, ${runs.runOrderID}',
  },
  {
    name: 'every conditional request is answered 304',
    file: `${HTTP}/dispatch.ts`,
    text: `if (known !== null && noneMatches(asksAgain, known)) return`,
    becomes: `if (known !== null && asksAgain !== undefined) return`,
  },
  {
    name: 'any ETag matches',
    file: `${HTTP}/etags.ts`,
    text: `one.trim().replace(/^W\\//, '') === etag)`,
    becomes: `one.trim().startsWith('"') && etag !== '')`,
  },
  {
    name: 'a completed run leaves the phones at once',
    file: `${RUNS}/core/runs-reads.ts`,
    text: `(\${runs.status} = 'active' or (\${runs.status} = 'completed' and \${gte(runs.completedAt, since)}))`,
    becomes: `(\${runs.status} = 'active' or (\${runs.status} = 'completed' and \${runs.completedAt} < \${since.toISOString()}))`,
  },
  {
    name: 'an answer contains stops of other drivers',
    file: `${RUNS}/runs-shown-reads.ts`,
    text: `return run && presentDriverRun(run, await stopsShown(db, stopsOfDriver(driverID, runOrderID)))`,
    becomes: `return run && presentDriverRun(run, await stopsShown(db, eq(jobs.runOrderID, runOrderID)))`,
  },
  {
    name: 'a week contains stops of other drivers',
    file: `${RUNS}/runs-shown-reads.ts`,
    text: `and(inArray(jobs.runOrderID, ids), eq(jobs.driverID, driverID), shownToDriver)`,
    becomes: `and(inArray(jobs.runOrderID, ids), shownToDriver)`,
  },
  {
    name: 'a stop’s photos are in reverse order',
    file: `${RUNS}/core/stops-reads.ts`,
    text: `photos: stop.photoIDs.flatMap(`,
    becomes: `photos: stop.photoIDs.toReversed().flatMap(`,
  },
  // Photos.
  {
    name: 'a former driver of a stop can’t add a photo',
    file: `${PHOTOS}/photos-policy.ts`,
    text: `or(eq(jobs.driverID, actor.userID), everHad(db, actor.userID, eq(jobDrivers.assignmentID, jobs.assignmentID)))`,
    becomes: `eq(jobs.driverID, actor.userID)`,
  },
  {
    name: 'a photo that is stored can’t be uploaded again',
    file: `${PHOTOS}/photos-policy.ts`,
    text: `  known === undefined || (known.sha256 === sha256 && known.uploadedBy === actor.userID)`,
    becomes: `  known === undefined || (known.sha256 !== sha256 && known.uploadedBy === actor.userID)`,
  },
  {
    name: 'former drivers of a stop are not stored',
    file: `${RUNS}/core/stops-commands.ts`,
    text: `  await rememberDrivers(tx, assignmentIDs, now)\n}`,
    becomes: `}`,
  },
  {
    name: 'a photo’s hash is not compared',
    file: `${FILES}/stored-photo.ts`,
    text: `file.size === claimed.size && file.sha256 === claimed.sha256`,
    becomes: `file.size === claimed.size`,
  },
  {
    name: 'a photo’s hash and size are not compared',
    file: `${FILES}/stored-photo.ts`,
    text: `file.size === claimed.size && file.sha256 === claimed.sha256`,
    becomes: `file.size > 0`,
  },
  {
    name: 'received bytes are not compared with the announced hash',
    file: `${PHOTOS}/photos-routes.ts`,
    text: `if (bytes.length !== file.size || createHash('sha256').update(bytes).digest('hex') !== file.sha256) context.refuse`,
    becomes: `if (bytes.length !== file.size || createHash('sha256').update(bytes).digest('hex') === '') context.refuse`,
  },
  // Signing in and out.
  {
    name: 'a transaction is run again after a lost database connection',
    file: 'src/server/db/transaction.ts',
    text: `if (attempt >= attempts || !worthRetrying(error) ||`,
    becomes: `if (attempt >= attempts || !(worthRetrying(error) || connectionLost(error)) ||`,
  },
  {
    name: 'a lost database connection is answered 500',
    file: `${HTTP}/failures.ts`,
    text: `if (connectionLost(error) || worthRetrying(error) || tookTooLong(error)) return`,
    becomes: `if (worthRetrying(error) || tookTooLong(error)) return`,
  },
  {
    name: 'a reset connection does not count as lost',
    file: 'src/server/db/errors.ts',
    text: `'ECONNREFUSED', 'ECONNRESET',`,
    becomes: `'ECONNREFUSED',`,
  },
  {
    name: 'a request without a session is answered 403',
    file: `${HTTP}/gate.ts`,
    text: `if (endpoint.roles !== 'public' && actor === null) throw new Refused('unauthenticated')`,
    becomes: `if (endpoint.roles !== 'public' && actor === null) throw new Refused('forbidden')`,
  },
  {
    name: 'a revoked session stays valid',
    file: `${HTTP}/sessions.ts`,
    text: "= ${sql.placeholder('tokenHash')} and ${sessions.revokedAt} is null and",
    becomes: "= ${sql.placeholder('tokenHash')} and",
  },
  {
    name: 'a refusal lacks the product’s header',
    file: `${HTTP}/app.ts`,
    text: `  const problem = refused ? problemOf(refused, request.id) : brokenProblem(request.id)`,
    becomes: `  reply.removeHeader('x-bagrun')\n  const problem = refused ? problemOf(refused, request.id) : brokenProblem(request.id)`,
  },
  {
    name: 'a session is limited to three requests a minute',
    file: `${RECORD}/record-routes.ts`,
    text: `{ hits: 3000, seconds: 60 }`,
    becomes: `{ hits: 3, seconds: 60 }`,
  },
  {
    name: 'the data epoch is cached for ever',
    file: 'src/server/db/installation.ts',
    text: `return { dataEpoch: values.get(DATA_EPOCH) ?? (await firstEpoch(db)),`,
    becomes: `const once: { epoch?: string | undefined } = epochOf\n  return { dataEpoch: (once.epoch ??= values.get(DATA_EPOCH)) ?? (await firstEpoch(db)),`,
  },
  {
    name: 'without a backup everything counts as backed up',
    file: 'src/server/db/installation.ts',
    text: `values.get(BACKED_UP_THROUGH) ?? null }`,
    becomes: `values.get(BACKED_UP_THROUGH) ?? '2099-01-01T00:00:00.000Z' }`,
  },
]

/** @returns null, or why a break can't be planted any more */
export function notFound({ file, text }: Break, root: string): string | null {
  const { length: count } = placesOf(text, readFileSync(path.join(root, file), 'utf8'))
  return count === 1 ? null : `its text is ${count === 0 ? 'no longer' : `${count} times`} in ${file}: plant it anew`
}

/**
 * The positions of a text in the code, as pairs of start and end. White space and trailing commas are ignored, so that the
 * formatter may break a line differently.
 */
function placesOf(text: string, code: string): [start: number, end: number][] {
  const signs = text.replace(/,(\s*[)\]}])/g, '$1').replace(/\s+/g, '')
  const escaped = [...signs].map((sign) => (/[)\]}]/.test(sign) ? `,?\\s*\\${sign}` : sign.replace(/[^\w]/u, '\\$&')))
  return [...code.matchAll(new RegExp(escaped.join('\\s*'), 'g'))].map(({ index, 0: found }) => [
    index,
    index + found.length,
  ])
}

/**
 * A plugin that changes the product's code while it is loaded for the simulation: by the break that `now` returns when
 * a file is loaded.
 * @public loaded by the worker at run time
 */
export function planting(now: () => Break | null): Plugin {
  return {
    name: 'bagrun:planted-break',
    enforce: 'pre',
    transform(code, id) {
      const planted = now()
      if (!planted || !id.replaceAll('\\', '/').endsWith(`/${planted.file}`)) return null
      const [place] = placesOf(planted.text, code)
      if (place === undefined) throw new Error(`“${planted.name}”: its text is not in ${planted.file}`)
      return { code: code.slice(0, place[0]) + planted.becomes + code.slice(place[1]), map: null }
    },
  }
}
