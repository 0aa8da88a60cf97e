import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

/** One mistake a tired person could make in the product, which the simulation has to see. Nothing of it is ever written to a disk. */
export interface Break {
  name: string
  /** From the folder of package.json. */
  file: string
  /** Once in the file, to the letter. */
  text: string
  becomes: string
}

const PHONE = 'src/client/offline'
const RECORD = 'src/server/features/runs/record'

export const BREAKS: readonly Break[] = [
  // What may end an event.
  { name: 'a 500 counts as success', file: `${PHONE}/verdict.ts`, text: `return { kind: 'none', lastAnswer: { ...lastAnswer, kind: 'busy' }, link: 'ok'`, becomes: `return status === 500 ? { kind: 'judged', answer: { results: eventIDs.map((eventID) => ({ eventID, result: 'applied' as const })) } } : { kind: 'none', lastAnswer: { ...lastAnswer, kind: 'busy' }, link: 'ok'` },
  { name: 'a refused event is deleted', file: `${PHONE}/settle.ts`, text: `const final = alone && event.refusals > 0`, becomes: `const final = alone && event.refusals > 0\n      if (final) {\n        await db.events.delete(event.eventID)\n        continue\n      }` },
  { name: 'a rejected photo is given up', file: `${PHONE}/settle.ts`, text: `if (event.type === 'photo') await db.photos.update(event.payload.photoID, { key: null })`, becomes: `if (event.type === 'photo') return void (await db.events.delete(event.eventID))` },
  { name: 'an answer acknowledges what it does not name', file: `${PHONE}/verdict.ts`, text: `if (eventIDs.every((eventID) => named.has(eventID))) return { kind: 'judged', answer }`, becomes: `if (named.size >= 0) return { kind: 'judged', answer: { ...answer, results: eventIDs.map((eventID) => answer.results.find((one) => one.eventID === eventID) ?? { eventID, result: 'applied' as const }) } }` },
  { name: 'rejected counts as acknowledged', file: `${PHONE}/settle.ts`, text: `if (verdict.result === 'rejected') await reject(phone, event, verdict, now)`, becomes: `if (verdict.code === 'never') await reject(phone, event, verdict, now)` },
  { name: 'acknowledged before it is sent', file: `${PHONE}/claim.ts`, text: `return { ...event, state: 'sending', attempts`, becomes: `return { ...event, state: (event.attempts > 0 ? 'acknowledged' : 'sending') as 'sending', attempts` },
  { name: 'any 200 is ours', file: `src/client/api/call.ts`, text: `if (headers.get(OURS_HEADER) !== '1') return foreign('not-ours')`, becomes: `if (headers.get(OURS_HEADER) !== '1') return status < 300 ? { kind: 'ok', value: { results: [], items: [], total: 0 } as never, status, etag: null } : foreign('not-ours')` },
  { name: 'a stranger’s 404 is a verdict', file: `src/client/api/call.ts`, text: `if (headers.get(OURS_HEADER) !== '1') return foreign('not-ours')`, becomes: `if (headers.get(OURS_HEADER) !== '1' && status !== 404) return foreign('not-ours')` },
  { name: 'old bytes go before they are safe', file: `${PHONE}/purge.ts`, text: `withBytes.filter((event) => isOld(event.acknowledgedAt) ||`, becomes: `withBytes.filter((event) => event.acknowledgedAt !== null ||` },
  // What the driver is told.
  { name: 'the tick comes before the commit', file: `${PHONE}/record.ts`, text: `const event = await reopening(db, save)`, becomes: `let early: StoredEvent | null = null\n  const event = await Promise.race([db.transaction('rw', recordTables(phone), async () => (early = await addEvent(phone, { eventID, assignmentID, type, payload, ...beside }))), new Promise<StoredEvent>((resolve) => { const look = () => (early ? resolve(early) : setImmediate(look)); look() })])` },
  { name: 'a photo is saved without its bytes', file: `${PHONE}/record.ts`, text: `await db.photoBytes.add({ photoID: photo.row.photoID, bytes: photo.bytes })`, becomes: `void photo.bytes` },
  { name: 'bytes in a second transaction', file: `${PHONE}/record.ts`, text: `await db.photoBytes.add({ photoID: photo.row.photoID, bytes: photo.bytes })`, becomes: `const { bytes, row } = photo\n    setImmediate(() => void db.photoBytes.add({ photoID: row.photoID, bytes }).catch(() => undefined))` },
  { name: 'a number is given twice', file: `${PHONE}/record.ts`, text: `await writeMeta(db, 'seq', seq)`, becomes: `if (seq % 3 !== 0) await writeMeta(db, 'seq', seq)` },
  { name: 'an acknowledged tap falls out of the picture', file: `${PHONE}/overlay.ts`, text: `return event.jobVersion !== null && job.version < event.jobVersion`, becomes: `return false` },
  { name: 'a pull brings older rows', file: `${PHONE}/server-copies.ts`, text: `before && before.epoch === epoch && before.version > job.version ?`, becomes: `before && before.epoch === '' ?` },
  { name: 'the phone edits a server copy', file: `${PHONE}/record.ts`, text: `await carryAlong(db, event)`, becomes: `await carryAlong(db, event)\n  await db.jobs.update(assignmentID, { state: 'done' })` },
  { name: 'a stop with unsent work is thrown away', file: `${PHONE}/server-copies.ts`, text: `const stays = (job: StoredJob) => unsent.has(job.assignmentID) ||`, becomes: `const stays = (job: StoredJob) => (unsent.has(job.assignmentID) && job.absent) ||` },
  // Order and patience.
  { name: 'nobody waits behind needs-attention', file: `${PHONE}/claim.ts`, text: `if (blocked.has(event.assignmentID)) continue`, becomes: `if (blocked.has('')) continue` },
  { name: 'the newest first', file: `${PHONE}/claim.ts`, text: `for (const event of [...pending].sort((a, b) => a.seq - b.seq)) {`, becomes: `for (const event of [...pending].sort((a, b) => b.seq - a.seq)) {` },
  { name: 'Retry-After is not heard', file: `${PHONE}/lane.ts`, text: `holdUntil: retryAfterMs === null ? lane.holdUntil : now + Math.min(retryAfterMs, BACKOFF_MAX_MS),`, becomes: `holdUntil: lane.holdUntil,` },
  { name: 'a lease of before the restart holds', file: `${PHONE}/lease.ts`, text: `if (event.state !== 'sending' || event.leaseBoot !== phone.bootID) return false`, becomes: `if (event.state !== 'sending') return false\n  if (event.leaseBoot !== phone.bootID) return true` },
  { name: 'a clock set back puts a try off for days', file: `${PHONE}/backoff.ts`, text: `return at <= now || at > now + BACKOFF_MAX_MS + 1_000`, becomes: `return at <= now` },
  { name: '413 is a refusal', file: `${PHONE}/verdict.ts`, text: `  if (status === 413 && eventIDs.length > 1) return { kind: 'smaller' }\n  const lastAnswer`, becomes: `  if (status === 413) return { kind: 'judged', answer: { results: eventIDs.map((eventID) => ({ eventID, result: 'applied' as const })) } }\n  const lastAnswer` },
  { name: 'needs attention is asked again by itself', file: `${PHONE}/claim.ts`, text: `const waits = event.state === 'needs-attention' || isLeased`, becomes: `const waits = isLeased` },
  { name: 'a stale XSRF cookie counts against the event', file: `${PHONE}/verdict.ts`, text: `if (isVerdict(answer) && problem.code !== 'xsrf_mismatch') return`, becomes: `if (isVerdict(answer)) return` },
  { name: 'nobody fetches a fresh XSRF value', file: `src/client/api/call.ts`, text: `if (first.kind !== 'refused' || first.problem.code !== 'xsrf_mismatch') return first`, becomes: `if (first.kind !== 'offline') return first` },
  { name: 'a photo’s address is never asked for anew', file: `${PHONE}/settle.ts`, text: `if (event.type === 'photo') await db.photos.update(event.payload.photoID, { key: null })`, becomes: `void 0` },
  { name: 'who is signed in is not looked at again', file: `${PHONE}/session.ts`, text: `if (!(await isStill())) return { kind: 'offline', why: 'stopped' }`, becomes: `void isStill` },
  { name: 'a new sign-in does not end the pause', file: `${PHONE}/phone.ts`, text: `mine !== null && mine.signInID !== pause.of`, becomes: `mine === null` },
  { name: 'a restored office is not noticed', file: `${PHONE}/server-copies.ts`, text: `if (before === undefined) return\n`, becomes: `if (before !== null) return\n` },
  { name: 'what the office misses is not sent again', file: `${PHONE}/settle.ts`, text: `const lost = holes.size === 0 ?`, becomes: `const lost = holes.size >= 0 ?` },
  // The office.
  { name: 'the office sees no holes', file: `${RECORD}/device-commands.ts`, text: `from + at + 1).filter((seq) => !known.has(seq))`, becomes: `from + at + 1).filter((seq) => !known.has(seq) && seq < 0)` },
  { name: 'a foreign stop counts', file: 'src/domain/exceptions.ts', text: `if (actor.role !== 'ADMIN' && job.driverID !== actor.userID) return 'job_foreign'`, becomes: `if (actor.role === 'CUSTOMER' && job.driverID !== actor.userID) return 'job_foreign'` },
  { name: 'a shifted stop counts', file: 'src/domain/exceptions.ts', text: `if (job.state === 'shifted') return 'job_shifted'`, becomes: `` },
  { name: 'what waits for the office is billed', file: `${RECORD}/record-commands.ts`, text: `const counts = judgement.effect === 'counts' && !tooMany`, becomes: `const counts = (judgement.effect === 'counts' || judgement.code === 'job_completed') && !tooMany` },
  { name: 'the same event again is judged anew', file: `${RECORD}/verdicts.ts`, text: `result: duplicate ? 'duplicate' : result,`, becomes: `result,` },
  { name: 'the office forgets to pay a correction', file: `${RECORD}/income-commands.ts`, text: `if (before?.status === 'paid' || (before && isSame(before, row))) continue`, becomes: `if (before) continue` },
  { name: 'pay doubles with each correction', file: `${RECORD}/income-commands.ts`, text: `const row = { driverID, status, pu, amount,`, becomes: `const row = { driverID, status, pu, amount: before ? before.amount + amount : amount,` },
  { name: 'a photo is taken on trust', file: `src/server/features/photos/photos-reads.ts`, text: `if (!file) return { state: 'missing' }`, becomes: `if (!file) return { state: 'whole', contentType: 'image/jpeg' }` },
  { name: 'an undo is not looked at', file: 'src/domain/events.ts', text: `if (undone.has(event.eventID)) continue`, becomes: `if (undone.has('')) continue` },
  { name: 'the clock decides instead of the count', file: 'src/domain/events.ts', text: `return a.seq - b.seq || byTime(a, b)`, becomes: `return byTime(a, b)` },
  { name: 'the last write of a stop decides', file: 'src/domain/events.ts', text: `const sorted = [...events].sort(byTap)`, becomes: `const sorted = [...events]` },
  { name: 'the clock’s error is not kept', file: `${RECORD}/record-routes.ts`, text: `clockOffset: input.sentAt ? clockOffset(input.sentAt, now) : 0,`, becomes: `clockOffset: 0,` },
  { name: 'events outside the transaction', file: `${RECORD}/record-commands.ts`, text: `await keepPhotos(tx, batch, kept)`, becomes: `await tx.execute('commit')\n  await tx.execute('begin')\n  await keepPhotos(tx, batch, kept)` },
  { name: 'somebody else’s records are taken', file: `${PHONE}/phone.ts`, text: `const db = new UserDatabase(userID, ports)`, becomes: `const db = new UserDatabase('everybody', ports)` },
]

/** @returns null, or why a break can't be planted any more */
export function notFound({ file, text }: Break, root: string): string | null {
  const count = readFileSync(path.join(root, file), 'utf8').split(text).length - 1
  return count === 1 ? null : `its text is ${count === 0 ? 'no longer' : `${count} times`} in ${file}: plant it anew`
}

/**
 * Breaks the product on its way into the simulation's memory: the break that is `now` when a file is asked for.
 * @public loaded by the worker at run time
 */
export function planting(now: () => Break | null): Plugin {
  return {
    name: 'bagrun:planted-break',
    enforce: 'pre',
    transform(code, id) {
      const planted = now()
      if (!planted || !id.replaceAll('\\', '/').endsWith(`/${planted.file}`)) return null
      if (!code.includes(planted.text)) throw new Error(`“${planted.name}”: its text is not in ${planted.file}`)
      return { code: code.replace(planted.text, () => planted.becomes), map: null }
    },
  }
}
