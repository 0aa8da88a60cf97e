import { expect, test } from '@playwright/test'
import { PROOF } from '../support/browser/extent.ts'
import { FAULT_KINDS } from '../faults/fault-kinds.ts'
import { runFaults } from '../faults/run.ts'
import { tableOf } from '../faults/report-table.ts'

test(
  'After a day of bad connections and crashes every tap and photo is at the office once, in order',
  { tag: PROOF },
  async () => {
    test.setTimeout(600_000)
    const report = await runFaults({ seed: 20, outcomes: 20, photos: 6, each: 1 })
    const table = tableOf(report)
    expect(report.verdict, table).toEqual({ lost: [], doubled: [], outOfOrder: [], stuck: [], changed: [] })
    expect(report.problems, table).toEqual([])
    expect(report.taps).toBeGreaterThanOrEqual(20)
    expect(report.photosTaken).toBeGreaterThanOrEqual(6)
    expect(report.kills.device).toBeGreaterThanOrEqual(2)
    expect(report.kills.server).toBeGreaterThanOrEqual(1)
    expect([...report.met.keys()].sort()).toEqual([...FAULT_KINDS].sort())
  },
)
