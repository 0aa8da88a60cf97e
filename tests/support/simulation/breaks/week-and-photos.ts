import type { TextBreak } from '../breaks.ts'

const RECORD = 'src/server/features/runs/recording'
const RUNS = 'src/server/features/runs'
const PHOTOS = 'src/server/features/photos'
const FILES = 'src/server/files'
const HTTP = 'src/server/http'

export const WEEK_AND_PHOTOS: readonly TextBreak[] = [
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
