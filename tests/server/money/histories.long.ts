import fc from 'fast-check'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditAllLedgers } from '#server/ledger-audit/audit.ts'
import { auditInto } from '#server/ledger-audit/write-journal.ts'
import { type AutopayOffice, autopayOffice } from '../../fixtures/autopay-office.ts'
import { actsByThemselves, type BusinessAct, businessActs, openBusiness } from '../../fixtures/billing-history.ts'
import { databases, inFull } from '../../support/databases.ts'
import { checkJournal, hasHledger } from '../../support/hledger.ts'
import { type MailServer, openMailServer } from '../../support/mail-server.ts'
import { type Office, openOffice } from '../../support/office.ts'

const ACTS = inFull ? 200 : 80
/** A customer is charged, reminded and held within the weeks of a history. */
const BY_ITSELF = {
  'business.name': 'Green & Sons',
  'business.abn': '51 824 753 556',
  'autopay.noticeDays': 1,
  'invoice.dueDays': 1,
  'remind.auto': true,
  'remind.firstDays': 1,
  'remind.secondDays': 8,
  'hold.auto': true,
  'hold.afterDays': 9,
  'hold.noticeDays': 1,
  'price.noticeDays': 7,
}

describe.each(databases)(`A business of ${ACTS} acts in any order, on %s`, { timeout: 300_000 }, (kind) => {
  let office: Office
  let mailServer: MailServer
  beforeAll(async () => {
    mailServer = await openMailServer()
    office = await openOffice(kind, { environment: { SMTP_URL: mailServer.url } })
  })
  afterAll(async () => {
    await office.close()
    await mailServer.close()
  })
  const folder = mkdtempSync(path.join(tmpdir(), 'bagrun-histories-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const canAsk = hasHledger()

  /** @param begin a firm, whose acts follow; what was done, by act */
  async function isExplained(acts: readonly BusinessAct[], begin: () => Promise<AutopayOffice | undefined>) {
    await office.reset()
    await office.admin.put('/v1/settings/business.gstRegistered', { value: true })
    const business = await openBusiness(office, await begin())
    const done = new Map<BusinessAct['act'], number>()
    for (const [place, act] of acts.entries()) {
      office.clock.pass(60_000)
      const answer = await business.carryOut(act)
      const said = `${place} ${JSON.stringify(act)}: ${answer?.status} ${JSON.stringify(answer?.body)}`
      expect(answer?.status ?? 200, said).toBeLessThan(500)
      if (answer !== null && answer.status < 300) done.set(act.act, (done.get(act.act) ?? 0) + 1)
      expect((await auditAllLedgers(office.deps.database.db)).difference, said).toBeNull()
    }
    expect(done.size).toBeGreaterThan(5)
    if (!canAsk) return
    const file = path.join(folder, 'all.journal')
    await auditInto(office.deps.database.db, file)
    expect(checkJournal(readFileSync(file, 'utf8')).wrong).toBeNull()
  }
  const explains = (acts: fc.Arbitrary<BusinessAct>, begin: () => Promise<AutopayOffice | undefined>) =>
    fc.assert(
      fc.asyncProperty(fc.array(acts, { minLength: ACTS, maxLength: ACTS }), (history) => isExplained(history, begin)),
      { numRuns: 1, endOnFailure: true },
    )

  test('is explained to the cent after each of them, by our audit, and in the end by hledger', () =>
    explains(businessActs, async () => undefined))

  test('and so is one that charges, chases, holds and raises prices by itself', () =>
    explains(actsByThemselves, async () => {
      office.clock.set('2026-11-09T21:00:00Z')
      const firm = autopayOffice(office, mailServer)
      await firm.at('2026-11-10')
      await firm.switchOn()
      for (const [key, value] of Object.entries(BY_ITSELF)) await firm.set(key, value)
      return firm
    }))
})
