import { expect, test } from 'vitest'
import { inFull } from '../../support/databases.ts'
import { type Failure, fuzz } from './fuzz.ts'

/** The test must not fail on a busy machine; by hand the limit is 2 s, and the limit for CPU time is 2 s here too. */
const BUSY_MACHINE_MS = 20_000

const CASES = inFull ? 2_000 : 400

// The long form, on either database and by any seed: npm run fuzz.
test(
  'Random requests, most of them wrong: no 5xx, each refusal in a sentence, and no refused one changes anything',
  { timeout: 300_000 },
  async () => {
    const found = await fuzz({ cases: CASES, seed: 1, database: 'embedded', slowMs: BUSY_MACHINE_MS })
    expect(found.failures.map(told)).toEqual([])
    expect(found.cases).toBe(CASES)
    expect(found.busy).toBe(0)
    // If all requests were refused before their operation, the operations would not be tested.
    expect(found.answers['2xx']).toBeGreaterThan(CASES / 10)
    expect(found.answers['4xx']).toBeGreaterThan(CASES * 0.4)
  },
)

const told = ({ number, operation, wrong, mutations, curl, answer }: Failure): string =>
  [`case ${number}, ${operation}`, ...wrong, ...mutations, curl, answer].join('\n')
