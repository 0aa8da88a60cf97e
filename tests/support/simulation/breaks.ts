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
    file: `${DEVICE}/verdict.ts`,
    text: `return { kind: 'none', lastAnswer: { ...lastAnswer, kind: 'busy' }, link: 'ok'`,
    becomes: `return status === 500 ? { kind: 'judged', answer: { results: eventIDs.map((eventID) => ({ eventID, result: 'applied' as const })) } } : { kind: 'none', lastAnswer: { ...lastAnswer, kind: 'busy' }, link: 'ok'`,
  },
  {
    name: 'a refused event is deleted',
    file: `${DEVICE}/settle.ts`,
    text: `const final = alone && event.refusals > 0`,
    becomes: `const final = alone && event.refusals > 0\n      if (final) {\n        await db.events.delete(event.eventID)\n        continue\n      }`,
  },
  {
    name: 'a rejected photo is given up',
    file: `${DEVICE}/settle.ts`,
    text: `if (event.type === 'photo') await db.photos.update(event.payload.photoID, { key: null })`,
    becomes: `if (event.type === 'photo') return void (await db.events.delete(event.eventID))`,
  },
  {
    name: 'an answer acknowledges what it does not name',
    file: `${DEVICE}/verdict.ts`,
    text: `if (eventIDs.every((eventID) => named.has(eventID))) return { kind: 'judged', answer }`,
    becomes: `if (named.size >= 0) return { kind: 'judged', answer: { ...answer, results: eventIDs.map((eventID) => answer.results.find((one) => one.eventID === eventID) ?? { eventID, result: 'applied' as const }) } }`,
  },
  {
    name: 'rejected counts as acknowledged',
    file: `${DEVICE}/settle.ts`,
    text: `if (verdict.result === 'rejected') await reject(device, event, verdict, now)`,
    becomes: `if (verdict.code === 'never') await reject(device, event, verdict, now)`,
  },
  {
    name: 'acknowledged before it is sent',
    file: `${DEVICE}/claim.ts`,
    text: `return { ...event, state: 'sending', attempts`,
    becomes: `return { ...event, state: (event.attempts > 0 ? 'acknowledged' : 'sending') as 'sending', attempts`,
  },
  {
    name: 'any 200 is ours',
    file: `src/client/api/call.ts`,
    text: `if (headers.get(OURS_HEADER) !== '1') return foreign('not-ours')`,
    becomes: `if (headers.get(OURS_HEADER) !== '1') return status < 300 ? { kind: 'ok', value: { results: [], items: [], total: 0 } as never, status, etag: null } : foreign('not-ours')`,
  },
  {
    name: 'a stranger’s 404 is a verdict',
    file: `src/client/api/call.ts`,
    text: `if (headers.get(OURS_HEADER) !== '1') return foreign('not-ours')`,
    becomes: `if (headers.get(OURS_HEADER) !== '1' && status !== 404) return foreign('not-ours')`,
  },
  {
    name: 'old bytes go before they are safe',
    file: `${DEVICE}/purge.ts`,
    text: `withBytes.filter((event) => isOld(event.acknowledgedAt) ||`,
    becomes: `withBytes.filter((event) => event.acknowledgedAt !== null ||`,
  },
  // What is shown to the driver.
  {
    name: 'the tick comes before the commit',
    file: `${DEVICE}/record.ts`,
    text: `const event = await reopening(db, save)`,
    becomes: `let early: StoredEvent | null = null\n  const event = await Promise.race([db.transaction('rw', recordTables(device), async () => (early = await addEvent(device, { eventID, assignmentID, type, payload, ...beside }))), new Promise<StoredEvent>((resolve) => { const look = () => (early ? resolve(early) : setImmediate(look)); look() })])`,
  },
  {
    name: 'a photo is saved without its bytes',
    file: `${DEVICE}/record.ts`,
    text: `photo && db.photoBytes.add({ photoID: photo.row.photoID, bytes: photo.bytes }),`,
    becomes: ``,
  },
  {
    name: 'bytes in a second transaction',
    file: `${DEVICE}/record.ts`,
    text: `photo && db.photoBytes.add({ photoID: photo.row.photoID, bytes: photo.bytes }),`,
    becomes: `photo && new Promise<void>((resolve) => resolve(void setImmediate(() => void db.photoBytes.add({ photoID: photo.row.photoID, bytes: photo.bytes }).catch(() => undefined)))),`,
  },
  {
    name: 'a number is given twice',
    file: `${DEVICE}/record.ts`,
    text: `writeMeta(db, 'seq', seq),`,
    becomes: `seq % 3 !== 0 && writeMeta(db, 'seq', seq),`,
  },
  {
    name: 'a photo’s bytes are sought under another’s name',
    file: `${DEVICE}/overlay.ts`,
    text: `const here = photos.find((photo) => photo.photoID === photoID)`,
    becomes: `const here = photos.find((photo) => photo.photoID !== photoID)`,
  },
  {
    name: 'a photo shows another’s address',
    file: `${DEVICE}/overlay.ts`,
    text: `const there = stop.photos.find((photo) => photo.photoID === photoID)`,
    becomes: `const there = stop.photos.find(() => photoID !== '')`,
  },
  {
    name: 'the office is not told what waits for a person',
    file: `${DEVICE}/reconciliation.ts`,
    text: `  const answered = await speak(device, pinned, count)`,
    becomes: `  const answered = count.needsAttention > 0 ? null : await speak(device, pinned, count)`,
  },
  {
    name: 'photos stand as they came, not as he took them',
    file: `${DEVICE}/overlay.ts`,
    text: `photos: asTaken(record.photos, mine) }`,
    becomes: `}`,
  },
  {
    name: 'a note the office has, unheard, stays after Undo',
    file: `${DEVICE}/overlay.ts`,
    text: `return event.type === 'note' && `,
    becomes: `return event.type !== 'note' && `,
  },
  {
    name: 'a photo the office has, unheard, stays after Undo',
    file: `${DEVICE}/overlay.ts`,
    text: `if (event.type === 'photo') return stop.photos.some(`,
    becomes: `if (event.type === 'photo') return stop.photos.every(`,
  },
  {
    name: 'an acknowledged tap falls out of the picture',
    file: `${DEVICE}/overlay.ts`,
    text: `return event.jobVersion !== null && stop.version < event.jobVersion`,
    becomes: `return false`,
  },
  {
    name: 'a pull brings older rows',
    file: `${DEVICE}/server-copies.ts`,
    text: `before && before.epoch === epoch && before.version > stop.version ?`,
    becomes: `before && before.epoch === '' ?`,
  },
  {
    name: 'the phone edits a server copy',
    file: `${DEVICE}/record.ts`,
    text: `updateStopDraft(db, event),`,
    becomes: `updateStopDraft(db, event),\n    db.jobs.update(assignmentID, { state: 'done' }),`,
  },
  {
    name: 'a stop with unsent work is thrown away',
    file: `${DEVICE}/server-copies.ts`,
    text: `const stays = (stop: StoredStop) => unsent.has(stop.assignmentID) ||`,
    becomes: `const stays = (stop: StoredStop) => (unsent.has(stop.assignmentID) && stop.absent) ||`,
  },
  // Order and retry delays.
  {
    name: 'nobody waits behind needs-attention',
    file: `${DEVICE}/claim.ts`,
    text: `if (blocked.has(event.assignmentID)) continue`,
    becomes: `if (blocked.has('')) continue`,
  },
  {
    name: 'the newest first',
    file: `${DEVICE}/claim.ts`,
    text: `for (const event of [...pending].sort((a, b) => a.seq - b.seq)) {`,
    becomes: `for (const event of [...pending].sort((a, b) => b.seq - a.seq)) {`,
  },
  {
    name: 'Retry-After is not heard',
    file: `${DEVICE}/send-queue.ts`,
    text: `holdUntil: holdOf(queue, now, retryAfterMs),`,
    becomes: `holdUntil: queue.holdUntil,`,
  },
  {
    name: 'a lease of before the restart holds',
    file: `${DEVICE}/lease.ts`,
    text: `if (event.state !== 'sending' || event.leaseBoot !== device.bootID) return false`,
    becomes: `if (event.state !== 'sending') return false\n  if (event.leaseBoot !== device.bootID) return true`,
  },
  {
    name: 'a clock set back puts a try off for days',
    file: `${DEVICE}/backoff.ts`,
    text: `return at <= now || at > now + BACKOFF_MAX_MS + 1_000`,
    becomes: `return at <= now`,
  },
  {
    name: '413 is a refusal',
    file: `${DEVICE}/verdict.ts`,
    text: `  if (status === 413 && eventIDs.length > 1) return { kind: 'smaller' }\n  const lastAnswer`,
    becomes: `  if (status === 413) return { kind: 'judged', answer: { results: eventIDs.map((eventID) => ({ eventID, result: 'applied' as const })) } }\n  const lastAnswer`,
  },
  {
    name: 'needs attention is asked again by itself',
    file: `${DEVICE}/claim.ts`,
    text: `const waits = event.state === 'needs-attention' || isLeased`,
    becomes: `const waits = isLeased`,
  },
  {
    name: 'a stale XSRF cookie counts against the event',
    file: `${DEVICE}/verdict.ts`,
    text: `if (isVerdict(answer) && problem.code !== 'xsrf_mismatch') return`,
    becomes: `if (isVerdict(answer)) return`,
  },
  {
    name: 'nobody fetches a fresh XSRF value',
    file: `src/client/api/call.ts`,
    text: `if (first.kind !== 'refused' || first.problem.code !== 'xsrf_mismatch') return first`,
    becomes: `if (first.kind !== 'offline') return first`,
  },
  {
    name: 'a photo’s address is never asked for anew',
    file: `${DEVICE}/settle.ts`,
    text: `if (event.type === 'photo') await db.photos.update(event.payload.photoID, { key: null })`,
    becomes: `void 0`,
  },
  {
    name: 'who is signed in is not looked at again',
    file: `${DEVICE}/session.ts`,
    text: `if (!(await isStill())) stop.abort()`,
    becomes: `void isStill`,
  },
  {
    name: 'a new sign-in does not end the pause',
    file: `${DEVICE}/device.ts`,
    text: `mine !== null && mine.signInID !== pause.of`,
    becomes: `mine === null`,
  },
  {
    name: 'a restored office is not noticed',
    file: `${DEVICE}/server-copies.ts`,
    text: `if (before === undefined) return\n`,
    becomes: `if (before !== null) return\n`,
  },
  {
    name: 'what the office misses is not sent again',
    file: `${DEVICE}/settle.ts`,
    text: `const lost = holes.size === 0 ?`,
    becomes: `const lost = holes.size >= 0 ?`,
  },
  // Mistakes in the phone's code.
  {
    name: 'a record is dated when it is sent',
    file: `${DEVICE}/claim.ts`,
    text: `leaseUntil: now + LEASE_MS, leaseBoot: device.bootID }`,
    becomes: `leaseUntil: now + LEASE_MS, leaseBoot: device.bootID, occurredAt: event.attempts > 0 ? new Date(now).toISOString() : event.occurredAt }`,
  },
  {
    name: 'a new build does not end its pause',
    file: `${DEVICE}/device.ts`,
    text: `mine.signInID !== pause.of : pause.of !== ports.appBuild`,
    becomes: `mine.signInID !== pause.of : pause.of === null`,
  },
  {
    name: 'a silent line is waited for for ever',
    file: `${DEVICE}/session.ts`,
    text: `{ timeLimitMs: SILENCE_LIMIT_MS, ...options, signal: stop.signal }`,
    becomes: `{ ...options, signal: stop.signal }`,
  },
  {
    name: 'a sign-in is noticed at the next look',
    file: `${DEVICE}/sync.ts`,
    text: `if (reason === 'signed-in') pauseNow(device)`,
    becomes: `if (reason === 'signed-in' && stopped) pauseNow(device)`,
  },
  {
    name: 'bytes that went first are still said to be here',
    file: `${DEVICE}/purge.ts`,
    text: `if (bereft.length > 0) await`,
    becomes: `if (bereft.length < 0) await`,
  },
  {
    name: 'a word without records does not wait',
    file: `${DEVICE}/reconciliation.ts`,
    text: `if (queue && isHeld(queue, now.getTime())) return`,
    becomes: `void isHeld`,
  },
  {
    name: 'who sends is asked once a call',
    file: `${DEVICE}/session.ts`,
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
    name: 'signal does not end the wait',
    file: `${DEVICE}/sync.ts`,
    text: `['start', 'online', 'visible',`,
    becomes: `['start', 'visible',`,
  },
  {
    name: 'success does not end the backoff',
    file: `${DEVICE}/send-queue.ts`,
    text: `await writeMeta(db, name, { ...FREE, holdUntil`,
    becomes: `await writeMeta(db, name, { ...queue, holdUntil`,
  },
  {
    name: 'a failed photo makes the outcomes wait',
    file: `${DEVICE}/photo-queue.ts`,
    text: `const queue = await queueFailed(device, 'photoLane',`,
    becomes: `const queue = await queueFailed(device, 'lane',`,
  },
  {
    name: 'the batch is not halved',
    file: `${DEVICE}/settle.ts`,
    text: `await queueWorked(device, 'lane', half(batch))`,
    becomes: `await queueWorked(device, 'lane')`,
  },
  {
    name: 'the clock’s error has the wrong sign',
    file: `${DEVICE}/settle.ts`,
    text: `clockOffsetMs: Date.parse(answer.receivedAt) - sentAt`,
    becomes: `clockOffsetMs: sentAt - Date.parse(answer.receivedAt)`,
  },
  {
    name: 'the phone’s count leaves out what waits for a person',
    file: `${DEVICE}/reconciliation.ts`,
    text: `const unsent = pending.filter((event) => !inBatch.has(event.eventID))`,
    becomes: `const unsent = pending.filter((event) => !inBatch.has(event.eventID) && event.state !== 'needs-attention')`,
  },
  {
    name: 'a given-up number is not accounted for',
    file: `${DEVICE}/reconciliation.ts`,
    text: `...discarded, ...givenUp]`,
    becomes: `...givenUp]`,
  },
  {
    name: 'a stop under review leaves the phone',
    file: `${DEVICE}/server-copies.ts`,
    text: ` || (inReview.has(stop.assignmentID) && runs.has(stop.runOrderID))`,
    becomes: ``,
  },
  {
    name: 'an outcome is not saved on a full phone',
    file: `${DEVICE}/record.ts`,
    text: `if (type === 'photo' || !isFull(error)) throw error`,
    becomes: `if (type !== 'photo' || !isFull(error)) throw error`,
  },
  {
    name: 'an undo asked for twice is two',
    file: `${DEVICE}/record.ts`,
    text: `return before ?? record(`,
    becomes: `return (before?.attempts === -1 ? before : null) ?? record(`,
  },
  {
    name: 'the chip forgets photos',
    file: `${DEVICE}/status.ts`,
    text: `return waiting.length > 0 || lastPullAt === undefined ?`,
    becomes: `return waiting.some((event) => event.type !== 'photo') || lastPullAt === undefined ?`,
  },
  {
    name: 'what is being sent is not counted as unsent',
    file: `${DEVICE}/events-in.ts`,
    text: `return eventsIn(db, 'queued', 'sending', 'needs-attention')`,
    becomes: `return eventsIn(db, 'queued', 'needs-attention')`,
  },
  {
    name: 'two photos change their addresses',
    file: `${DEVICE}/upload.ts`,
    text: `flatMap(({ photoID, upload }) => (upload ? [[photoID, upload]] : []))`,
    becomes: `flatMap(({ photoID }, at, all) => { const upload = all[(at + 1) % all.length]?.upload; return upload ? [[photoID, upload]] : [] })`,
  },
  {
    name: 'a photo is uploaded once more for ever',
    file: `${DEVICE}/photo-queue.ts`,
    text: `await noteKeys(device, settled)`,
    becomes: `await noteKeys(device, settled.filter(({ event }) => event.attempts < 2))`,
  },
  {
    name: 'undo names the first tap',
    file: `${DEVICE}/overlay.ts`,
    text: `lastEventID: standing.at(-1)`,
    becomes: `lastEventID: standing.at(0)`,
  },
  {
    name: 'an undo gives nothing back',
    file: `${DEVICE}/stop-draft.ts`,
    text: `if (!undone || !isOutcome(undone) || undone.state === 'discarded') return`,
    becomes: `if (!undone || !isOutcome(undone) || undone.state !== 'queued') return`,
  },
  {
    name: 'the next outcome says again what the last one said',
    file: `${DEVICE}/stop-draft.ts`,
    text: `if (isOutcome(event)) return saveStopDraft(db, event.assignmentID, {})`,
    becomes: `if (isOutcome(event)) return`,
  },
  {
    name: 'an edited record goes under a new id',
    file: `${DEVICE}/attention.ts`,
    text: `await requeue(device, eventID, () => changed)`,
    becomes: `await requeue(device, eventID, () => ({ ...changed, eventID: freshID(device) }))`,
  },
  {
    name: 'the office is not told what was discarded',
    file: `${DEVICE}/attention.ts`,
    text: `if (event.type !== 'undo') await addEvent`,
    becomes: `if (event.type === 'photo') await addEvent`,
  },
  {
    name: 'the file leaves out what needs a person',
    file: `${DEVICE}/unsent-file.ts`,
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
    name: 'signing out begins the count anew',
    file: `${DEVICE}/sign-out.ts`,
    text: `new Set(['deviceID', 'seq', 'dataEpoch',`,
    becomes: `new Set(['deviceID', 'dataEpoch',`,
  },
  {
    name: 'his pay is fetched once',
    file: `${DEVICE}/incomes.ts`,
    text: `if (!incomesBehind && age >= 0`,
    becomes: `if (age >= 0`,
  },
  {
    name: 'a pause of the sign-in wipes what waits',
    file: `${DEVICE}/settle.ts`,
    text: `export async function settleUntouched(device: Device, batch: Batch): Promise<void> {\n  const { db } = device\n`,
    becomes: `export async function settleUntouched(device: Device, batch: Batch): Promise<void> {\n  const { db } = device\n  if (batch.events.every((event) => event.attempts > 2)) return void (await db.events.bulkDelete(batch.events.map((event) => event.eventID)))\n`,
  },
  {
    name: 'one sign-in is like the next',
    file: `${DEVICE}/device-database.ts`,
    text: `signInID: token.slice(-8)`,
    becomes: `signInID: userID.slice(-8)`,
  },
  {
    name: 'receipts go after a day',
    file: `${DEVICE}/purge.ts`,
    text: `RECEIPTS_KEPT_MS = 14 * 24 * 3_600_000`,
    becomes: `RECEIPTS_KEPT_MS = 24 * 3_600_000`,
  },
  {
    name: 'a photo is due while the outcomes wait',
    file: `${DEVICE}/watchdog.ts`,
    text: `Math.max(own, leased, inTurn, queueDueAt(queue, now), inPhotoQueue ? queueDueAt(photoQueue, now) : 0)`,
    becomes: `Math.max(own, leased, inTurn, queueDueAt(inPhotoQueue ? photoQueue : queue, now))`,
  },
  {
    name: 'a batch takes along what belongs to another run',
    file: `${DEVICE}/claim.ts`,
    text: `event.runOrderID === first.runOrderID && !travelsAlone(event)`,
    becomes: `!travelsAlone(event)`,
  },
  {
    name: 'a receipt is dated by the phone’s clock',
    file: `${DEVICE}/settle.ts`,
    text: `receivedAt: answer.receivedAt ?? now.toISOString(),`,
    becomes: `receivedAt: now.toISOString(),`,
  },
  {
    name: 'what he typed beside Done is not in the record',
    file: `${DEVICE}/record.ts`,
    text: `'done', { pu: said.pu, ...extras(said) })`,
    becomes: `'done', { pu: said.pu })`,
  },
  {
    name: 'an extra is kept in whole dollars',
    file: `${DEVICE}/record.ts`,
    text: `if (extraAmount !== undefined) said.extraAmount = extraAmount`,
    becomes: `if (extraAmount !== undefined) said.extraAmount = Math.trunc(extraAmount)`,
  },
  {
    name: 'a late 401 pauses the sign-in that came after it',
    file: `${DEVICE}/session.ts`,
    text: `of: kind === 'sign-in' ? pinned.signInID : device.ports.appBuild`,
    becomes: `of: kind === 'sign-in' ? ((await currentSignIn(device.device))?.signInID ?? null) : device.ports.appBuild`,
  },
  {
    name: 'the record the office crashes over goes first every time',
    file: `${DEVICE}/settle.ts`,
    text: `nextAttemptAt: lonely ? now.getTime() + Math.max(2_000, backoffMs(event.attempts, ports.random)) : queue.nextAttemptAt,`,
    becomes: `nextAttemptAt: queue.nextAttemptAt,`,
  },
  {
    name: 'photos not yet sent make room for outcomes',
    file: `${DEVICE}/purge.ts`,
    text: `const sent = (await db.events.where('state').equals('acknowledged').toArray()).filter(isPhoto)`,
    becomes: `const sent = (await db.events.toCollection().toArray()).filter(isPhoto)`,
  },
  {
    name: 'a photo taken before the backup counts as in it',
    file: `${DEVICE}/purge.ts`,
    text: `Date.parse(event.receivedAt ?? '') < backedUp`,
    becomes: `Date.parse(event.occurredAt) < backedUp`,
  },
  {
    name: 'a raise changes what was done before it',
    file: `${RECORD}/income-reads.ts`,
    text: `kept?.driverID === driverID ? kept : rates.get(driverID)!`,
    becomes: `rates.get(driverID)!`,
  },
  {
    name: 'a phone that was taken back is sent the week',
    file: `${RECORD}/record-routes.ts`,
    text: `if (revoked) return { run: null }\n`,
    becomes: ``,
  },
  {
    name: 'a failed fetch of his pay empties it',
    file: `${DEVICE}/incomes.ts`,
    text: `if (answer.kind !== 'ok') return`,
    becomes: `if (answer.kind !== 'ok') break`,
  },
  {
    name: 'a photo whose bytes were let go is to be uploaded anew',
    file: `${DEVICE}/server-copies.ts`,
    text: `if (photo?.hasBytes) await`,
    becomes: `if (photo) await`,
  },
  {
    name: 'an emptied database under an open page counts on under the old id',
    file: `${DEVICE}/record.ts`,
    text: `if (deviceID !== device.deviceID) throw new NotSaved('database')`,
    becomes: ``,
  },
  {
    name: 'a lost phone signs out before the office has heard that it is empty',
    file: `${DEVICE}/wipe-revoked.ts`,
    text: `if (answered === null) return LATER_MS`,
    becomes: ``,
  },
  {
    name: 'a longer photo in the file has gaps',
    file: `${DEVICE}/unsent-file.ts`,
    text: `bytes.subarray(at, at + 0x8000)`,
    becomes: `bytes.subarray(at, at + 0x7fff)`,
  },
  {
    name: 'an undo gives the extra back to nobody',
    file: `${DEVICE}/stop-draft.ts`,
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
    name: 'what waits behind another is looked for all the time',
    file: `${DEVICE}/watchdog.ts`,
    text: `const inTurn = isPhoto ? 0 : Math.max(`,
    becomes: `const inTurn = isPhoto || event.seq > 0 ? 0 : Math.max(`,
  },
  // Mistakes in the server's code.
  {
    name: 'the office sees no holes',
    file: `${RECORD}/device-commands.ts`,
    text: `from + at + 1).filter((seq) => !known.has(seq))`,
    becomes: `from + at + 1).filter((seq) => !known.has(seq) && seq < 0)`,
  },
  {
    name: 'what travels alone is overtaken by the next of its stop',
    file: `${DEVICE}/claim.ts`,
    text: `if (waits || travelsAlone(event)) blocked.add(event.assignmentID)`,
    becomes: `if (waits) blocked.add(event.assignmentID)`,
  },
  {
    name: 'what was sent once stays in flight',
    file: `${DEVICE}/lease.ts`,
    text: `for (const event of events) device.inFlight.delete(event.eventID)`,
    becomes: `void events`,
  },
  {
    name: 'photos claimed ahead and given back stay in flight',
    file: `${DEVICE}/photo-queue.ts`,
    text: `noLongerInFlight(device, uploads.map(({ event }) => event))\n  await release`,
    becomes: `await release`,
  },
  {
    name: 'a silent upload is waited for for ever',
    file: `${DEVICE}/upload.ts`,
    text: `cache: 'no-store' }, { timeLimitMs })`,
    becomes: `cache: 'no-store' }, { ...(timeLimitMs < 0 ? { timeLimitMs } : {}) })`,
  },
  {
    name: 'the XSRF value is waited for for ever',
    file: `src/client/api/call.ts`,
    text: `{ timeLimitMs: options.timeLimitMs, signal: options.signal }`,
    becomes: `{ signal: options.signal }`,
  },
  {
    name: 'a wake-up during a look is forgotten',
    file: `${DEVICE}/sync.ts`,
    text: `    reasons.add(reason)\n`,
    becomes: `    if (looking === null) reasons.add(reason)\n`,
  },
  {
    name: 'signal ends the wait of the line and not of its records',
    file: `${DEVICE}/send-queue.ts`,
    text: `await endWaits(db, 0, () => true)`,
    becomes: `await endWaits(db, 0, isSuspect)`,
  },
  {
    name: 'a tap on a stop that went away is refused',
    file: `${DEVICE}/server-copies.ts`,
    text: `await db.meta.bulkPut(gone)`,
    becomes: `void gone`,
  },
  {
    name: 'an older answer takes back the run',
    file: `${DEVICE}/server-copies.ts`,
    text: `if (isNewer) await db.runs.put`,
    becomes: `if (isNewer || known.length > 0) await db.runs.put`,
  },
  {
    name: 'a lost connection costs the tap',
    file: `${DEVICE}/record.ts`,
    text: `const event = await reopening(db, save)`,
    becomes: `const event = await save()`,
  },
  {
    name: 'a stop under review counts as sent',
    file: `${DEVICE}/overlay.ts`,
    text: `return events.some((event) => event.result === 'review') ? 'with-office' : 'sent'`,
    becomes: `return events.at(-1)?.result === 'review' ? 'with-office' : 'sent'`,
  },
  {
    name: 'a clock set back ends the fetching',
    file: `${DEVICE}/watchdog.ts`,
    text: `Number.isNaN(last) || last > now ||`,
    becomes: `Number.isNaN(last) ||`,
  },
  {
    name: 'retry does not end the refusals',
    file: `${DEVICE}/attention.ts`,
    text: `nextAttemptAt: 0, refusals: 0, badUploads: 0, leaseUntil: 0 })`,
    becomes: `nextAttemptAt: 0, leaseUntil: 0 })`,
  },
  {
    name: 'the file leaves out what is being sent',
    file: `${DEVICE}/unsent-file.ts`,
    text: `const unsent = (await unsentEvents(db)).sort`,
    becomes: `const unsent = (await unsentEvents(db)).filter((event) => event.state !== 'needs-attention').sort`,
  },
  {
    name: 'the file has no bytes of later photos',
    file: `${DEVICE}/unsent-file.ts`,
    text: `if (!photo || !stored) continue`,
    becomes: `if (!photo || !stored || file.photos.length > 0) continue`,
  },
  {
    name: 'a receipt holds no version',
    file: `${DEVICE}/settle.ts`,
    text: `jobVersion: verdict.jobVersion ?? null,`,
    becomes: `jobVersion: null,`,
  },
  {
    name: 'an acknowledgement goes to its neighbour',
    file: `${DEVICE}/settle.ts`,
    text: `for (const event of await currentOf(device, batch, ['sending', 'queued', 'needs-attention'])) {\n      const verdict = byID.get(event.eventID)`,
    becomes: `for (const [at, event] of (await currentOf(device, batch, ['sending', 'queued', 'needs-attention'])).entries()) {\n      const verdict = answer.results[at]`,
  },
  {
    name: 'a refusal in company needs a person at once',
    file: `${DEVICE}/settle.ts`,
    text: `const final = alone && event.refusals > 0`,
    becomes: `const final = alone || event.refusals > 0`,
  },
  {
    name: 'photos are not written down outside the databases',
    file: `${DEVICE}/kept-outside.ts`,
    text: `unsent: read.events + read.photos`,
    becomes: `unsent: read.events`,
  },
  {
    name: 'who has photos alone has nothing to hand over',
    file: `${DEVICE}/unsent-here.ts`,
    text: `one.value.events + one.value.photos > 0`,
    becomes: `one.value.events > 0`,
  },
  {
    name: 'a photo is refused with room to spare',
    file: `${DEVICE}/photo-room.ts`,
    text: `free - size >= KEPT_FOR_EVENTS`,
    becomes: `free - size >= 20 * KEPT_FOR_EVENTS`,
  },
  {
    name: 'three photos are too many',
    file: `${DEVICE}/record.ts`,
    text: `>= MAX_FILES) throw`,
    becomes: `>= MAX_FILES - 3) throw`,
  },
  {
    name: 'the extra does not travel',
    file: `${DEVICE}/envelope.ts`,
    text: `baseVersion, appBuild, ...payload }`,
    becomes: `baseVersion, appBuild, ...payload, extraAmount: undefined }`,
  },
  {
    name: 'what is acknowledged is no longer counted',
    file: `${DEVICE}/read.ts`,
    text: `events.filter(here), photos`,
    becomes: `events.filter((event) => here(event) && event.state !== 'acknowledged'), photos`,
  },
  {
    name: 'a 403 is a refusal of the record',
    file: `${DEVICE}/session.ts`,
    text: `answer.status === 401 || answer.status === 403`,
    becomes: `answer.status === 401`,
  },
  {
    name: 'ready to leave counts what the office took away',
    file: `${DEVICE}/readiness.ts`,
    text: `filter((stop) => !stop.absent)`,
    becomes: `filter((stop) => stop.version > 0)`,
  },
  {
    name: 'a wake of the week is never due by itself',
    file: `${DEVICE}/watchdog.ts`,
    text: `? now : last + PULL_EVERY_MS`,
    becomes: `? now : last + 20 * PULL_EVERY_MS`,
  },
  {
    name: 'a lost phone keeps its customers',
    file: `${DEVICE}/wipe-revoked.ts`,
    text: `await Promise.all([db.runs.clear(), db.jobs.clear(), db.incomes.clear()])`,
    becomes: `await Promise.all([db.runs.clear(), db.incomes.clear()])`,
  },
  {
    name: 'a lost phone is emptied with what it has not sent',
    file: `${DEVICE}/wipe-revoked.ts`,
    text: `others(await db.events.toCollection().primaryKeys(), stays)`,
    becomes: `others(await db.events.toCollection().primaryKeys(), new Set())`,
  },
  {
    name: 'a lost phone forgets the photos it has not sent',
    file: `${DEVICE}/wipe-revoked.ts`,
    text: `others(await db.photoBytes.toCollection().primaryKeys(), photosStay)`,
    becomes: `others(await db.photoBytes.toCollection().primaryKeys(), new Set())`,
  },
  {
    name: 'a lost phone signs out before it has sent',
    file: `${DEVICE}/wipe-revoked.ts`,
    text: `if (due !== null) return Math.max(0, due - ports.now().getTime())`,
    becomes: `void due`,
  },
  {
    name: 'a phone that begins anew has lost nothing',
    file: `${DEVICE}/device.ts`,
    text: `const lost = (outside?.lost ?? 0) + (ofAnother ? outside.unsent : 0)`,
    becomes: `const lost = outside?.lost ?? 0`,
  },
  {
    name: 'what the week brought early is shown once more',
    file: `${DEVICE}/overlay.ts`,
    text: `if (decided && event.seq <= decided.seq) return true`,
    becomes: `if (decided?.seq === 0) return true`,
  },
  {
    name: 'verdicts are read in the order of the batch',
    file: `${DEVICE}/settle.ts`,
    text: `const byID = new Map(answer.results.map((result) => [result.eventID, result]))`,
    becomes: `const byID = new Map(answer.results.map((result, at) => [batch.events[at]?.eventID ?? result.eventID, result]))`,
  },
  {
    name: 'a foreign stop counts',
    file: 'src/domain/exceptions.ts',
    text: `if (actor.role !== 'ADMIN' && stop.driverID !== actor.userID) return 'job_foreign'`,
    becomes: `if (actor.role === 'CUSTOMER' && stop.driverID !== actor.userID) return 'job_foreign'`,
  },
  {
    name: 'a shifted stop counts',
    file: 'src/domain/exceptions.ts',
    text: `if (stop.state === 'shifted') return 'job_shifted'`,
    becomes: ``,
  },
  {
    name: 'what waits for the office is billed',
    file: `${RECORD}/record-commands.ts`,
    text: `const counts = judgement.effect === 'counts' && !tooMany`,
    becomes: `const counts = (judgement.effect === 'counts' || judgement.code === 'job_completed') && !tooMany`,
  },
  {
    name: 'the same event again is judged anew',
    file: `${RECORD}/verdicts.ts`,
    text: `result: duplicate ? 'duplicate' : result,`,
    becomes: `result,`,
  },
  {
    name: 'the office forgets to pay a correction',
    file: `${RECORD}/income-commands.ts`,
    text: `if (before?.status === 'paid' || (before && isSame(before, row))) continue`,
    becomes: `if (before) continue`,
  },
  {
    name: 'pay doubles with each correction',
    file: `${RECORD}/income-commands.ts`,
    text: `const row = { ...income, status } as const`,
    becomes: `const row = { ...income, amount: before ? before.amount + income.amount : income.amount, status } as const`,
  },
  {
    name: 'a photo is taken on trust',
    file: `src/server/files/stored-photo.ts`,
    text: `if (!file) return { state: 'missing' }`,
    becomes: `if (!file) return { state: 'whole', contentType: 'image/jpeg' }`,
  },
  {
    name: 'an undo is not looked at',
    file: 'src/domain/events.ts',
    text: `if (undone.has(event.eventID)) continue`,
    becomes: `if (undone.has('')) continue`,
  },
  {
    name: 'the clock decides instead of the count',
    file: 'src/domain/events.ts',
    text: `return a.seq - b.seq || byTime(a, b)`,
    becomes: `return byTime(a, b)`,
  },
  {
    name: 'the last write of a stop decides',
    file: 'src/domain/events.ts',
    text: `const sorted = [...events].sort(byTap)`,
    becomes: `const sorted = [...events]`,
  },
  {
    name: 'the clock’s error is not kept',
    file: `${RECORD}/record-routes.ts`,
    text: `clockOffset: input.sentAt ? clockOffset(input.sentAt, now) : 0,`,
    becomes: `clockOffset: 0,`,
  },
  {
    name: 'events outside the transaction',
    file: `${RECORD}/record-commands.ts`,
    text: `await keepPhotos(tx, batch, kept)`,
    becomes: `await tx.execute('commit')\n  await tx.execute('begin')\n  await keepPhotos(tx, batch, kept)`,
  },
  {
    name: 'somebody else’s records are taken',
    file: `${DEVICE}/device.ts`,
    text: `const db = new UserDatabase(userID, ports)`,
    becomes: `const db = new UserDatabase('everybody', ports)`,
  },
  // What the server stores of a record.
  {
    name: 'a record is kept under the name of the stop’s driver',
    file: `${RECORD}/record-commands.ts`,
    text: `    actorID: batch.actor.userID,`,
    becomes: `    actorID: stop?.driverID ?? batch.actor.userID,`,
  },
  {
    name: 'what waits for the office belongs to no stop',
    file: `${RECORD}/record-commands.ts`,
    text: `    jobID: stop?.assignmentID ?? null,`,
    becomes: `    jobID: counts ? (stop?.assignmentID ?? null) : null,`,
  },
  {
    name: 'what waits for the office is put before nobody',
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
    name: 'the clock’s error is taken off instead of added',
    file: `${RECORD}/record-commands.ts`,
    text: `const said = occurredAt.getTime() + clockOffset`,
    becomes: `const said = occurredAt.getTime() - clockOffset`,
  },
  {
    name: 'a time in the future is trusted',
    file: `${RECORD}/record-commands.ts`,
    text: `return (ahead > 0 && clockIsOff(ahead)) || said`,
    becomes: `return (clockIsOff(-Infinity) && ahead === Infinity) || said`,
  },
  {
    name: 'the order among devices is that of arrival',
    file: `${RECORD}/record-commands.ts`,
    text: `if (occurredAt === null) return receivedAt`,
    becomes: `if (occurredAt !== null) return receivedAt`,
  },
  {
    name: 'of a batch only the last record of a stop counts',
    file: `${RECORD}/record-commands.ts`,
    text: `[...(state.counting.get(recorded.assignmentID) ?? []), recorded]`,
    becomes: `[recorded]`,
  },
  {
    name: 'of a batch only one stop is written',
    file: `${RECORD}/record-commands.ts`,
    text: `const stops = [...touched].filter((id) => state.jobs.get(id)?.runOrderID === runOrderID)`,
    becomes: `const stops = [...touched].filter((id) => state.jobs.get(id)?.runOrderID === runOrderID).slice(0, 1)`,
  },
  {
    name: 'a photo is one too many too early',
    file: `${RECORD}/record-commands.ts`,
    text: `return standing.length >= MAX_FILES && !standing.includes(photoID)`,
    becomes: `return standing.length >= MAX_FILES - 3 && !standing.includes(photoID)`,
  },
  {
    name: 'a sixth photo counts',
    file: `${RECORD}/record-commands.ts`,
    text: `return standing.length >= MAX_FILES && !standing.includes(photoID)`,
    becomes: `return standing.length > MAX_FILES && !standing.includes(photoID)`,
  },
  {
    name: 'undone photos fill a stop',
    file: `${RECORD}/record-commands.ts`,
    text: `const { photos: standing } = foldStop(counting)`,
    becomes: `const standing = counting.flatMap((event) => (event.type === 'photo' ? [event.photoID] : []))`,
  },
  {
    name: 'a photo’s bytes are noted under another hash',
    file: `${RECORD}/record-commands.ts`,
    text: `        sha256,\n        jobID,`,
    becomes: `        sha256: key,\n        jobID,`,
  },
  {
    name: 'what was in review counts when it comes again',
    file: `${RUNS}/core/events-reads.ts`,
    text: `row.counts && row.jobID !== null && stops.has(row.jobID) ?`,
    becomes: `row.jobID !== null && stops.has(row.jobID) ?`,
  },
  {
    name: 'each of a phone’s people has one count',
    file: `${RUNS}/core/events-reads.ts`,
    text: 'deviceID: `${row.deviceID} ${row.actorID}`',
    becomes: 'deviceID: row.actorID',
  },
  {
    name: 'whatever the database refused was malformed',
    file: `${RECORD}/keep-commands.ts`,
    text: `    if (!valueRefused(error) || batch.events.length === 0) throw error`,
    becomes: `    if (batch.events.length === 0) throw error\n    if (!valueRefused(error)) return { verdicts: batch.events.map(({ eventID }) => rejected(eventID, 'malformed')), rest: await agree(database, rest) }`,
  },
  {
    name: 'the count is held against the books before the batch is in them',
    file: `${RECORD}/keep-commands.ts`,
    text: `({ verdicts: await record(tx, batch), rest: await rest(tx) })`,
    becomes: `{ const said = await rest(tx)\n    return { verdicts: await record(tx, batch), rest: said } }`,
  },
  // Verdicts.
  {
    name: 'a duplicate’s verdict has no version',
    file: `${RECORD}/verdicts.ts`,
    text: `...(jobVersion === null ? {} : { jobVersion }),`,
    becomes: `...(jobVersion === null || duplicate ? {} : { jobVersion }),`,
  },
  {
    name: 'a duplicate’s verdict does not say that it waits',
    file: `${RECORD}/verdicts.ts`,
    text: `...(code === null ? {} : { code, message: codeWords(code) }),`,
    becomes: `...(code === null || duplicate ? {} : { code, message: codeWords(code) }),`,
  },
  {
    name: 'what waits for the store is told as kept',
    file: `${RECORD}/record-routes.ts`,
    text: `return away.has(event) ? [] : [spoken.next().value!]`,
    becomes: `return away.has(event) ? [{ eventID: event.eventID, result: 'duplicate' }] : [spoken.next().value!]`,
  },
  {
    name: 'one photo the store can’t show sinks its batch',
    file: `${RECORD}/record-routes.ts`,
    text: `if (away.size > 0 && away.size === read.length) throw`,
    becomes: `if (away.size > 0) throw`,
  },
  {
    name: 'a store that is away has lost the photo',
    file: `${RECORD}/photo-files.ts`,
    text: `if (error instanceof StorageTrouble) return 'store_away'`,
    becomes: `if (error instanceof StorageTrouble) return 'photo_not_uploaded'`,
  },
  // The resulting state of a stop.
  {
    name: 'a stop’s new state is no new version',
    file: `${RECORD}/follow-commands.ts`,
    text: 'state = said.state, version = ${jobs}.version + 1',
    becomes: 'state = said.state, version = ${jobs}.version',
  },
  {
    name: 'a stop does not say which record decided it',
    file: `${RECORD}/follow-commands.ts`,
    text: `    outcomeEventID: record.outcomeEventID,`,
    becomes: `    outcomeEventID: null,`,
  },
  {
    name: 'what is undone stays done',
    file: `${RECORD}/follow-commands.ts`,
    text: `return state === 'done' ? 'planned' : state`,
    becomes: `return state`,
  },
  {
    name: 'a stop’s time is by the phone’s clock',
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
    name: 'a correction’s extra is cut to whole cents',
    file: 'src/domain/money.ts',
    text: `return Number.isFinite(dollars) ? roundHalfAway(dollars * 100) : 0`,
    becomes: `return Number.isFinite(dollars) ? Math.trunc(dollars * 100) : 0`,
  },
  {
    name: 'notes said twice stand twice',
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
    name: 'an undo brings back nothing',
    file: 'src/domain/events.ts',
    text: `Object.assign(record, previous ? decidedBy(previous) : NO_OUTCOME)`,
    becomes: `Object.assign(record, previous && NO_OUTCOME)`,
  },
  // Money.
  {
    name: 'an undone stop stays paid',
    file: `${RECORD}/income-commands.ts`,
    text: `if (none.length > 0) await tx.delete(incomes)`,
    becomes: `if (none.length < 0) await tx.delete(incomes)`,
  },
  {
    name: 'a stop pays who has it now',
    file: `${RECORD}/income-reads.ts`,
    text: `const driverID = [stop.recordedBy, stop.driverID].find(`,
    becomes: `const driverID = [stop.driverID, stop.recordedBy].find(`,
  },
  {
    name: 'a correction pays who was first',
    file: `${RECORD}/income-commands.ts`,
    text: `      driver_id = said."driverID", status = said.status,`,
    becomes: `      status = said.status,`,
  },
  {
    name: 'a stop that changed hands keeps its rate',
    file: `${RECORD}/income-reads.ts`,
    text: `kept?.driverID === driverID ? kept : rates.get(driverID)!`,
    becomes: `kept ?? rates.get(driverID)!`,
  },
  {
    name: 'half a cent is lost',
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
    name: 'a removed stop counts',
    file: 'src/domain/exceptions.ts',
    text: `  if (stop.state === 'cancelled') return 'job_removed'\n`,
    becomes: ``,
  },
  {
    name: 'a completed stop counts',
    file: 'src/domain/exceptions.ts',
    text: `if (stop.state === 'completed' || run.status === 'completed') return 'job_completed'`,
    becomes: `if (stop.state === 'completed' && run.status === 'draft') return 'job_completed'`,
  },
  {
    name: 'an archived run is a completed one',
    file: 'src/domain/exceptions.ts',
    text: `  if (run.status === 'archived') return 'run_archived'\n`,
    becomes: ``,
  },
  {
    name: 'a stop taken away says what became of it',
    file: 'src/domain/exceptions.ts',
    text: `  if (actor.role !== 'ADMIN' && stop.driverID !== actor.userID) return 'job_foreign'\n  if (run.status === 'archived') return 'run_archived'\n  if (stop.state === 'cancelled') return 'job_removed'\n  if (stop.state === 'shifted') return 'job_shifted'\n`,
    becomes: `  if (run.status === 'archived') return 'run_archived'\n  if (stop.state === 'cancelled') return 'job_removed'\n  if (stop.state === 'shifted') return 'job_shifted'\n  if (actor.role !== 'ADMIN' && stop.driverID !== actor.userID) return 'job_foreign'\n`,
  },
  // What the office does itself.
  {
    name: 'a stop that happened is shifted away',
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
    name: 'a run’s change is not modified',
    file: `${RUNS}/week-version-reads.ts`,
    text: '${jobs.assignmentID}, ${jobs}.xmin, ${runs}.xmin',
    becomes: '${jobs.assignmentID}, ${jobs}.xmin, ${runs.runOrderID}',
  },
  {
    name: 'whoever asks again has it already',
    file: `${HTTP}/dispatch.ts`,
    text: `if (known !== null && noneMatches(asksAgain, known)) return`,
    becomes: `if (known !== null && asksAgain !== undefined) return`,
  },
  {
    name: 'any ETag is the one',
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
    name: 'an answer brings the whole run',
    file: `${RUNS}/runs-shown-reads.ts`,
    text: `return run && presentDriverRun(run, await stopsShown(db, hisStops(driverID, runOrderID)))`,
    becomes: `return run && presentDriverRun(run, await stopsShown(db, eq(jobs.runOrderID, runOrderID)))`,
  },
  {
    name: 'a week brings everybody’s stops',
    file: `${RUNS}/runs-shown-reads.ts`,
    text: `and(inArray(jobs.runOrderID, ids), eq(jobs.driverID, driverID), shownToDriver)`,
    becomes: `and(inArray(jobs.runOrderID, ids), shownToDriver)`,
  },
  {
    name: 'a stop’s photos come last first',
    file: `${RUNS}/core/stops-reads.ts`,
    text: `photos: stop.photoIDs.flatMap(`,
    becomes: `photos: stop.photoIDs.toReversed().flatMap(`,
  },
  // Photos.
  {
    name: 'a stop that was his takes no photo',
    file: `${PHOTOS}/photos-policy.ts`,
    text: `or(eq(jobs.driverID, actor.userID), everHad(db, actor.userID, eq(jobDrivers.assignmentID, jobs.assignmentID)))`,
    becomes: `eq(jobs.driverID, actor.userID)`,
  },
  {
    name: 'a photo the office has is never taken again',
    file: `${PHOTOS}/photos-policy.ts`,
    text: `  known === undefined || (known.sha256 === sha256 && known.uploadedBy === actor.userID)`,
    becomes: `  known === undefined || (known.sha256 !== sha256 && known.uploadedBy === actor.userID)`,
  },
  {
    name: 'who is given a stop is not remembered',
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
    name: 'bytes that arrive are not held against what was announced',
    file: `${PHOTOS}/photos-routes.ts`,
    text: `if (bytes.length !== file.size || createHash('sha256').update(bytes).digest('hex') !== file.sha256) context.refuse`,
    becomes: `if (bytes.length !== file.size || createHash('sha256').update(bytes).digest('hex') === '') context.refuse`,
  },
  // Signing in and out.
  {
    name: 'a lost line to the database is tried again by itself',
    file: 'src/server/db/transaction.ts',
    text: `if (attempt >= attempts || !worthRetrying(error) ||`,
    becomes: `if (attempt >= attempts || !(worthRetrying(error) || connectionLost(error)) ||`,
  },
  {
    name: 'a lost line to the database is our bug',
    file: `${HTTP}/failures.ts`,
    text: `if (connectionLost(error) || worthRetrying(error)) return`,
    becomes: `if (worthRetrying(error)) return`,
  },
  {
    name: 'a reset line is no lost line',
    file: 'src/server/db/errors.ts',
    text: `'ECONNREFUSED', 'ECONNRESET',`,
    becomes: `'ECONNREFUSED',`,
  },
  {
    name: 'who is not signed in is forbidden',
    file: `${HTTP}/gate.ts`,
    text: `if (endpoint.roles !== 'public' && actor === null) throw new Refused('unauthenticated')`,
    becomes: `if (endpoint.roles !== 'public' && actor === null) throw new Refused('forbidden')`,
  },
  {
    name: 'a session that was ended goes on',
    file: `${HTTP}/sessions.ts`,
    text: "= ${sql.placeholder('tokenHash')} and ${sessions.revokedAt} is null and",
    becomes: "= ${sql.placeholder('tokenHash')} and",
  },
  {
    name: 'a refusal does not say that it is ours',
    file: `${HTTP}/app.ts`,
    text: `  const problem = refused ? problemOf(refused, request.id) : brokenProblem(request.id)`,
    becomes: `  reply.removeHeader('x-bagrun')\n  const problem = refused ? problemOf(refused, request.id) : brokenProblem(request.id)`,
  },
  {
    name: 'a session may send three times a minute',
    file: `${RECORD}/record-routes.ts`,
    text: `{ hits: 3000, seconds: 60 }`,
    becomes: `{ hits: 3, seconds: 60 }`,
  },
  {
    name: 'the data’s epoch is kept for good',
    file: 'src/server/db/installation.ts',
    text: `return { dataEpoch: said.get(DATA_EPOCH) ?? (await firstEpoch(db)),`,
    becomes: `const once: { epoch?: string | undefined } = epochOf\n  return { dataEpoch: (once.epoch ??= said.get(DATA_EPOCH)) ?? (await firstEpoch(db)),`,
  },
  {
    name: 'without a backup everything is backed up',
    file: 'src/server/db/installation.ts',
    text: `said.get(BACKED_UP_THROUGH) ?? null }`,
    becomes: `said.get(BACKED_UP_THROUGH) ?? '2099-01-01T00:00:00.000Z' }`,
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
