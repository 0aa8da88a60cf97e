import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Test files that take longest, the longest first, as paths start under tests/. */
const SLOW = [
  'offline/simulation',
  'server/demo.test',
  'server/depots',
  'server/runs/no-pickup-crowd',
  'server/backups/restore',
  'server/http/running-server',
  'server/backups/backup',
  'server/http/descriptors',
  'server/session/sign-in',
  'offline/photos',
  'server/roles',
  'server/money/card-payments',
  'server/money/invoices',
  'offline/journal',
  'offline/sending',
  'client/runs/run-page',
  'server/runs/record',
  'server/database/',
  'server/runs/years',
]

/**
 * Starts the slow test files first, so that none of them is left for one core at the end. On a clean checkout Vitest
 * knows no durations and goes by the size of the files.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = SLOW.findIndex((start) => moduleId.replaceAll('\\', '/').includes(`/tests/${start}`))
      return at < 0 ? SLOW.length : at
    }
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}
