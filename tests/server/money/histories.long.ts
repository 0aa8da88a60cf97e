import fc from 'fast-check'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditAllLedgers } from '#server/ledger-audit/audit.ts'
import { auditInto } from '#server/ledger-audit/write-journal.ts'
import { type BusinessAct, businessActs, openBusiness } from '../../fixtures/billing-history.ts'
import { databases, inFull } from '../../support/databases.ts'
import { checkJournal, hasHledger } from '../../support/hledger.ts'
import { type Office, openOffice } from '../../support/office.ts'

const ACTS = inFull ? 200 : 80

describe.each(databases)(`A business of ${ACTS} acts in any order, on %s`, { timeout: 300_000 }, (kind) => {
  let office: Office
  beforeAll(async () => void (office = await openOffice(kind)))
  afterAll(() => office.close())
  beforeEach(() => office.reset())
  const folder = mkdtempSync(path.join(tmpdir(), 'bagrun-histories-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const canAsk = hasHledger()

  test('is explained to the cent after each of them, by our audit, and in the end by hledger', async () => {
    const history = fc.array(businessActs, { minLength: ACTS, maxLength: ACTS })
    await fc.assert(
      fc.asyncProperty(history, async (acts) => {
        await office.reset()
        await office.admin.put('/v1/settings/business.gstRegistered', { value: true })
        const business = await openBusiness(office)
        const done = new Map<BusinessAct['act'], number>()
        for (const [place, act] of acts.entries()) {
          office.clock.pass(60_000)
          const answer = await business.carryOut(act)
          const said = `${place} ${JSON.stringify(act)}: ${answer?.status} ${JSON.stringify(answer?.body)}`
          expect(answer?.status ?? 200, said).toBeLessThan(500)
          if (answer !== null && answer.status < 300) done.set(act.act, (done.get(act.act) ?? 0) + 1)
          expect((await auditAllLedgers(office.deps.database.db)).difference, said).toBeNull()
        }
        expect(done.size).toBeGreaterThan(10)
        if (!canAsk) return
        const file = path.join(folder, 'all.journal')
        await auditInto(office.deps.database.db, file)
        expect(checkJournal(readFileSync(file, 'utf8')).wrong).toBeNull()
      }),
      { numRuns: 1, endOnFailure: true },
    )
  })
})
