import type { DatabaseKind } from '#server/db/database.ts'
import { setup, teardown } from '../../support/postgres-server.ts'
import { measureLoad } from './load/measured-load.ts'
import { type Failure, type Findings, fuzz } from './fuzz.ts'

interface Options {
  readonly cases: number
  /** How many large requests are sent after them. */
  readonly large: number
  readonly seed: number
  readonly from: number
  readonly postgres: boolean
  readonly failures: number
  readonly slowMs: number
}

/** The command: prints the findings, and returns whether there were none. */
export async function fuzzByHand(options: Options): Promise<boolean> {
  const database: DatabaseKind = options.postgres ? 'postgres' : 'embedded'
  if (options.postgres) await setup()
  try {
    const { cases, large, seed } = options
    const casesAreFine = cases === 0 || (await casesByHand(options, database))
    return (large === 0 || (await measureLoad({ requests: large, seed, database }))) && casesAreFine
  } finally {
    if (options.postgres) await teardown()
  }
}

async function casesByHand(options: Options, database: DatabaseKind): Promise<boolean> {
  const began = performance.now()
  const found = await fuzz({
    ...options,
    database,
    onCase: progress(options.from + options.cases),
    onFailure: (failure) => say(`${told(failure, options.seed)}\n`),
  })
  tell(found, options, database, (performance.now() - began) / 1_000)
  return found.failures.length === 0 && found.busy === 0
}

const say = (text: string) => void process.stdout.write(`${text}\n`)

const EVERY = 2_000

const progress = (of: number) => (number: number, found: number) => {
  if ((number + 1) % EVERY === 0) console.error(`${number + 1} of ${of}, ${found} wrong`)
}

function tell(
  { failures, answers, cases, busy, slowestMs, neverTaken }: Findings,
  { seed }: Options,
  database: string,
  seconds: number,
): void {
  const byHundred = Object.entries(answers)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([hundred, count]) => `${count} ${hundred}`)
  say(
    `${cases} cases by seed ${seed} on the ${database} database in ${Math.round(seconds)} s: ${byHundred.join(', ')}; busy ${busy}; slowest ${Math.round(slowestMs)} ms; ${failures.length} wrong.`,
  )
  if (neverTaken.length > 0) say(`Never answered with a success: ${neverTaken.join(', ')}`)
}

function told({ number, operation, wrong, mutations, curl, answer, logged }: Failure, seed: number): string {
  return [
    `✗ case ${number}: ${operation}`,
    ...wrong.map((line) => `  ${line}`),
    `  how: ${mutations.join('; ') || 'as it should be'}`,
    `  answer: ${answer}`,
    ...(logged === '' ? [] : [`  log: ${logged}`]),
    `  ${curl}`,
    `  again: npm run fuzz -- --seed ${seed} --from ${number} --cases 1`,
  ].join('\n')
}
