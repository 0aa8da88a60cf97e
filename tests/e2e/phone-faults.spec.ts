import { expect, test } from '@playwright/test'
import { PHONE_FAULTS, runPhoneFault, runTwoPhones } from '../faults/phone-faults.ts'
import { PROOF } from '../support/browser/extent.ts'

for (const [name, fault] of Object.entries(PHONE_FAULTS)) {
  test(`With ${name}, each tap shown as saved is at the office once`, { tag: PROOF }, async () => {
    test.setTimeout(240_000)
    const run = await runPhoneFault(fault)
    expect(run, JSON.stringify(run)).toMatchObject({ lost: [], doubled: [] })
    expect(run.told.length).toBeGreaterThanOrEqual(3)
    // The phone's second sending proves nothing while the office has the records of the first.
    if ('sent' in fault) expect(run.keptThrough).toBe(0)
  })
}

test(
  'With two phones of one driver offline at one stop, the office gets both records once and decides between them',
  {
    tag: PROOF,
  },
  async () => {
    test.setTimeout(240_000)
    const { bags, undecided } = await runTwoPhones()
    expect(bags.toSorted()).toEqual([2, 3])
    expect(undecided.length).toBeGreaterThan(0)
    for (const { bags: those, against } of undecided) expect([those, ...against].toSorted()).toEqual([2, 3])
  },
)
