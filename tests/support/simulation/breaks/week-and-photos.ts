import type { TextBreak } from './break.ts'

const RECORD = 'src/server/features/runs/recording'
const RUNS = 'src/server/features/runs'
const PHOTOS = 'src/server/features/photos'
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
    name: 'received bytes are not compared with the announced hash',
    file: `${PHOTOS}/photos-routes.ts`,
    text: `createHash('sha256').update(bytes).digest('hex') !== file.sha256`,
    becomes: `createHash('sha256').update(bytes).digest('hex') === ''`,
  },
  // Signing in and out.
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
]
