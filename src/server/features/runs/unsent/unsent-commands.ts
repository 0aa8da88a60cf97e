import type { InputOf } from '#contract/endpoint.ts'
import type { EventVerdict } from '#contract/v1/done.ts'
import type { importUnsent } from '#contract/v1/unsent.ts'
import { isID } from '#domain/identifiers.ts'
import { EVENTS_PER_REQUEST, LINE_MAX } from '#domain/limits.ts'
import { storableText } from '#domain/texts.ts'
import type { Database } from '../../../db/database.ts'
import { type Author, recordChange } from '../../../http/changes.ts'
import type { Dependencies } from '../../../ports.ts'
import { noteFile } from '../recording/device-commands.ts'
import { storeBatch } from '../recording/store-batch-commands.ts'
import { readEvent, type Readable, type Unreadable } from '../recording/read-event.ts'
import { rejected } from '../recording/verdicts.ts'
import { asSent, bytesInFile, filesBrought } from './unsent-photos.ts'
import { offsetOfFile } from './unsent-reads.ts'

type File = InputOf<typeof importUnsent>

export interface Taken {
  verdict: EventVerdict
  assignmentID: string | null
}

interface Held {
  /** Index in the file. */
  at: number
  runOrderID: string
  event: Readable | Unreadable
}

/**
 * Imports what a device could not send as if it had sent it: the driver is the actor, the ids are the device's, and the
 * same code judges each record. A record so counts once, whatever the device sends and however often the file is
 * imported. The audit log names who imported it.
 */
export async function takeIn(
  { storage, log }: Pick<Dependencies, 'storage' | 'log'>,
  author: Author & { readonly database: Database },
  file: File,
): Promise<Taken[]> {
  const { database, now } = author
  const deviceID = storableText(file.deviceID)
  const batch = {
    actor: { userID: file.userID, role: 'DRIVER' as const },
    deviceID,
    receivedAt: now,
    clockOffset: await offsetOfFile(database, { ...file, deviceID }, now),
  }
  const inFile = bytesInFile(file.photos)
  const held = file.events.map((event, at): Held => ({
    at,
    runOrderID: runOf(event),
    event: readEvent(asSent(event), file.userID),
  }))
  const verdicts = new Map<number, EventVerdict>()
  for (const { at, event } of held) if (!('raw' in event)) verdicts.set(at, rejected(event.eventID, event.code))

  for (const { runOrderID, records } of requestsOf(held)) {
    const files = await filesBrought(
      database,
      storage,
      records.map(({ event }) => event),
      inFile,
    )
    const waiting = records.filter(({ event }) => files.get(event.eventID) === 'store_away')
    for (const { at, event } of waiting) verdicts.set(at, rejected(event.eventID, 'store_away'))
    const judged = records.filter((record) => !waiting.includes(record))
    if (judged.length === 0) continue
    const stored = await storeBatch(
      database,
      { ...batch, runOrderID, events: judged.map(({ event }) => event), files },
      log,
      (tx) =>
        recordChange(tx, author, {
          action: 'unsent.import',
          subjectKind: 'driver',
          subjectID: file.userID,
          after: {
            deviceID,
            exportedAt: file.exportedAt.toISOString(),
            runOrderID,
            events: judged.map(({ event }) => event.eventID),
          },
        }),
    )
    for (const [place, { at }] of judged.entries()) verdicts.set(at, stored.verdicts[place]!)
  }
  const countOf = (...which: EventVerdict['result'][]) =>
    [...verdicts.values()].filter(({ result }) => which.includes(result)).length
  await noteFile(database, {
    deviceID,
    userID: file.userID,
    exportedAt: new Date(file.exportedAt.getTime() + batch.clockOffset),
    fresh: countOf('applied', 'review'),
    left: countOf('rejected'),
  })
  return held.map(({ at, event }) => ({
    verdict: verdicts.get(at)!,
    assignmentID: 'raw' in event ? event.assignmentID : null,
  }))
}

interface ReadableHeld extends Held {
  event: Readable
}

/** Splits the records into requests like the device's: one run each, in the file's order, of limited length. */
function requestsOf(held: readonly Held[]): { runOrderID: string; records: ReadableHeld[] }[] {
  const byRun = new Map<string, ReadableHeld[]>()
  for (const record of held) {
    if (!isReadable(record)) continue
    const sameRun = byRun.get(record.runOrderID)
    if (sameRun) sameRun.push(record)
    else byRun.set(record.runOrderID, [record])
  }
  return [...byRun].flatMap(([runOrderID, records]) =>
    Array.from({ length: Math.ceil(records.length / EVENTS_PER_REQUEST) }, (_, part) => ({
      runOrderID,
      records: records.slice(part * EVENTS_PER_REQUEST, (part + 1) * EVENTS_PER_REQUEST),
    })),
  )
}

function isReadable(record: Held): record is ReadableHeld {
  return 'raw' in record.event
}

/** A record that names no run is stored too, for the office to look at. */
function runOf(event: unknown): string {
  const named: unknown = typeof event === 'object' && event !== null ? Reflect.get(event, 'runOrderID') : undefined
  if (typeof named !== 'string' || named === '') return 'unknown'
  return isID(named) ? named.toLowerCase() : storableText(named.slice(0, LINE_MAX))
}
