import type { DatabaseKind } from '#server/db/database.ts'
import { curlOf } from './curl.ts'
import { draftOf } from './draft.ts'
import { isBusy, judge, SLOW_MS } from './check-answer.ts'
import { type Draft, write, type Written } from './request.ts'
import { openFixture, type Fixture } from './fixture.ts'
import type { Heard } from './raw-http.ts'

export interface FuzzSettings {
  readonly cases: number
  readonly seed: number
  readonly database: DatabaseKind
  /** The first case; the fixtures are the ones it would have had. */
  readonly from?: number
  /** The limit for an answer in real time (ms); default 2,000. The limit for its CPU time is always 2,000. */
  readonly slowMs?: number
  /** Stops after so many failures. */
  readonly failures?: number
  onCase?(number: number, found: number): void
  onFailure?(failure: Failure): void
}

export interface Failure {
  readonly number: number
  readonly wrong: readonly string[]
  /** The request as a shell command, and how it was built. */
  readonly curl: string
  readonly mutations: readonly string[]
  readonly operation: string
  /** What the server logged meanwhile. */
  readonly logged: string
  readonly answer: string
}

export interface Findings {
  cases: number
  /** The number of answers by the first digit of the status: `2xx`. */
  readonly answers: Record<string, number>
  /** 503 with Retry-After. */
  busy: number
  slowestMs: number
  /** Operations without a successful answer. */
  readonly neverTaken: string[]
  readonly failures: Failure[]
}

/** The number of cases after which the fixtures are rebuilt. */
export const BLOCK = 1_000
/** ms by the office's clock between two cases, so that rate limits per quarter of an hour and per hour recover. */
const PASSES_MS = 15_000

/** Sends so many requests to a running server, each generated from its own OpenAPI document, and checks each answer. */
export async function fuzz({
  cases,
  seed,
  database,
  from = 0,
  failures: most = 20,
  slowMs = SLOW_MS,
  onCase,
  onFailure,
}: FuzzSettings): Promise<Findings> {
  const fixture = await openFixture(database)
  const findings: Findings = { cases: 0, answers: {}, busy: 0, slowestMs: 0, neverTaken: [], failures: [] }
  const taken = new Set<string>()
  try {
    const tableNames = await tablesOf(fixture)
    for (let number = from - (from % BLOCK); number < from + cases && findings.failures.length < most; number++) {
      if (number % BLOCK === 0 && number > 0) await fixture.rebuild()
      fixture.office.clock.pass(PASSES_MS)
      const { draft, written, heard, acts } = await ask(fixture, seed, number)
      if (number < from) continue
      findings.cases += 1
      const hundred = `${Math.floor(heard.status / 100)}xx`
      findings.answers[hundred] = (findings.answers[hundred] ?? 0) + 1
      findings.slowestMs = Math.max(findings.slowestMs, heard.tookMs)
      if (isBusy(heard)) findings.busy += 1
      if (heard.status < 400 && !draft.strange) taken.add(draft.operation.name)
      const wrong = judge(draft, heard, acts, tableNames, slowMs)
      if (wrong.length > 0) {
        const failure = failureOf(number, draft, written, heard, wrong, fixture)
        findings.failures.push(failure)
        onFailure?.(failure)
      }
      onCase?.(number, findings.failures.length)
    }
  } finally {
    await fixture.close()
  }
  findings.neverTaken.push(...fixture.operations.map(({ name }) => name).filter((name) => !taken.has(name)))
  return findings
}

/** What a webhook of the sandbox writes: it reports an earlier checkout at any later moment. */
const OF_WEBHOOKS = new Set(['insert provider_events', 'update checkouts'])
const isOwn = (act: string, { operation }: ReturnType<typeof draftOf>) =>
  !OF_WEBHOOKS.has(act) || operation.name === 'POST /v1/payments/webhook'

async function ask(fixture: Fixture, seed: number, number: number) {
  fixture.office.logged.length = 0
  const draft = draftOf(fixture, seed, number)
  const written = write(draft)
  await fixture.rest()
  await fixture.journal.turnPage()
  let heard = await heardOf(fixture, written)
  // A single slow answer may be due to this machine; a request that changes nothing can be repeated.
  const isRepeatable = heard.status >= 400 || draft.method === 'GET' || draft.method === 'HEAD'
  if (heard.tookMs > SLOW_MS && isRepeatable) heard = await heardOf(fixture, written)
  const acts = heard.status >= 400 ? (await fixture.journal.written()).filter((act) => isOwn(act, draft)) : []
  if (heard.status === 401 && draft.caller.role !== null) await fixture.wakeUp(draft.caller)
  if (heard.status < 400 && /json/.test(heard.headers['content-type'] ?? ''))
    fixture.learn(JSON.parse(heard.body || 'null'))
  return { draft, written, heard, acts }
}

async function heardOf({ wire }: Fixture, written: Written): Promise<Heard> {
  try {
    return await wire.send(written)
  } catch (error) {
    return {
      status: 599,
      headers: {},
      body: error instanceof Error ? error.message : String(error),
      tookMs: 0,
      computedMs: 0,
    }
  }
}

function failureOf(
  number: number,
  draft: Draft,
  written: Written,
  heard: Heard,
  wrong: string[],
  { office }: Fixture,
): Failure {
  const logged = office.logged
    .filter(({ level }) => level !== 'info')
    .map(({ message, fields }) => `${message} ${JSON.stringify(fields)}`)
  return {
    number,
    wrong,
    curl: curlOf(draft, written),
    mutations: draft.mutations,
    operation: draft.operation.name,
    logged: logged.join('\n').slice(0, 2_000),
    answer: `${heard.status} ${heard.body.slice(0, 400)}`,
  }
}

async function tablesOf({ office }: Fixture): Promise<string[]> {
  const { rows } = await office.deps.database.pool.query<{ name: string }>({
    text: `select tablename as name from pg_tables where schemaname = 'public'`,
  })
  return rows.map(({ name }) => name)
}
