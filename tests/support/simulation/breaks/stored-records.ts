import type { TextBreak } from '../breaks.ts'

const RECORD = 'src/server/features/runs/recording'
const RUNS = 'src/server/features/runs'

export const STORED_RECORDS: readonly TextBreak[] = [
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
  {
    name: 'the last record of a batch of more than six is not stored',
    file: `${RECORD}/record-commands.ts`,
    text: `const verdicts = batch.events.map((event) => judge(event, batch, state, kept))`,
    becomes: `const verdicts = batch.events.map((event) => judge(event, batch, state, kept))\n  if (kept.length > 6) kept.pop()`,
  },
]
