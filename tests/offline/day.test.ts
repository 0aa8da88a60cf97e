import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Office, openOffice } from '../support/office.ts'
import { aPhone } from '../support/phone.ts'
import { activeRun, runNow } from '../server/runs/world.ts'

describe('a driver’s day', () => {
  let office: Office
  beforeAll(async () => void (office = await openOffice('embedded')))
  afterAll(() => office.close())

  test('what he does without signal is in the office exactly once when it comes back', async () => {
    const t0 = performance.now()
    const { run, driver } = await activeRun(office, 3)
    console.log('setup', performance.now() - t0)
    const t1 = performance.now()
    const phone = await aPhone(office, driver)
    console.log('phone', performance.now() - t1)
    const { jobs } = await phone.run()
    expect(jobs).toHaveLength(3)
    phone.goOffline()
    const t2 = performance.now()
    await phone.finish(jobs[0]!, 2)
    await phone.photograph(jobs[0]!)
    await phone.bagMT(jobs[1]!)
    expect((await phone.run()).done).toBe(2)
    phone.goOnline()
    await phone.settles()
    console.log('day', performance.now() - t2)
    const seen = await runNow(office, run)
    expect(seen.jobs.map((job) => job.outcome).filter(Boolean).sort()).toEqual(['COLLECTED', 'EMPTY'])
    expect(seen.jobs.flatMap((job) => job.photos)).toHaveLength(1)
    console.log(phone.network.requests)
    await phone.close()
  })
})
