import { expect, test } from '@playwright/test'
import { PHONE_FAULTS, runPhoneFault } from '../faults/phone-faults.ts'
import { PROOF } from '../support/browser/extent.ts'

for (const [name, fault] of Object.entries(PHONE_FAULTS)) {
  test(`With ${name}, each tap shown as saved is at the office once`, { tag: PROOF }, async () => {
    test.setTimeout(240_000)
    const run = await runPhoneFault(fault)
    expect(run, JSON.stringify(run)).toMatchObject({ lost: [], doubled: [] })
    expect(run.told.length).toBeGreaterThanOrEqual(3)
  })
}
