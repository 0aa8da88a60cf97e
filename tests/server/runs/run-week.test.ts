import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getCase } from '#contract/v1/cases.ts'
import { listExceptions } from '#contract/v1/exceptions.ts'
import { listIncomes } from '#contract/v1/incomes.ts'
import { getInvoice, listInvoices } from '#contract/v1/invoices.ts'
import { collectionsReport, reportRows, roundsReport } from '#contract/v1/reports.ts'
import { searchEverywhere } from '#contract/v1/search.ts'
import { financialYear } from '#domain/periods.ts'
import { runInFile, runOfAnswer } from '#domain/run-name.ts'
import { aRound, collected, report } from '../../fixtures/cases-office.ts'
import { act } from '../../fixtures/runs.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'

const TODAY = '2026-11-10'
const NAME = 'Week 2, November · 9–15 Nov'

const invoiceRow = async ({ deps }: Office) =>
  (await deps.database.pool.query<{ document: { runs: string[] } }>({ text: 'select document from invoices' })).rows[0]!

describe.each(databases)('a run has one name, on %s', (kind) => {
  let office: Office
  beforeAll(async () => void (office = await openOffice(kind)))
  afterAll(() => office.close())

  test('incomes, exceptions, cases, invoice lines, reports and the search carry the week that names it', async () => {
    const mine = await aRound(office, { invoiceType: '1C' })
    await collected(mine)
    const { caseID } = await report(office, mine)
    await act(office.admin, mine.run, 'complete', {})
    const { results } = await mine.device.send([mine.device.done(mine.stop, 2)])
    expect(results[0]!.result).toBe('review')

    const answers = []
    answers.push((await office.call(office.admin, listIncomes, {})).items[0]!)
    answers.push((await office.call(office.admin, listExceptions, {})).items[0]!)
    answers.push((await office.call(office.admin, getCase, { caseID })).stop!.office!)
    const { items } = await office.call(office.admin, listInvoices, {})
    const { lines } = await office.call(office.admin, getInvoice, { invoiceID: items[0]!.invoiceID })
    answers.push(lines[0]!)
    answers.push(items[0]!.runs[0]!)
    const year = financialYear(2026)
    answers.push((await office.call(office.admin, roundsReport, year)).rounds[0]!)
    const { done } = await office.call(office.admin, collectionsReport, year)
    answers.push((await office.call(office.admin, reportRows, done.rows)).items[0]!)
    expect(answers.map((answer) => runOfAnswer(answer, TODAY))).toEqual(answers.map(() => NAME))
    expect(runInFile(answers[0]!)).toBe(`${NAME} 2026`)

    const found = await office.call(office.admin, searchEverywhere, { keyword: '2026-11-W2' })
    expect(found.items).toMatchObject([{ kind: 'run', title: NAME, detail: '' }])

    const { document } = await invoiceRow(office)
    expect(document.runs).toEqual([`${NAME} 2026`])
  })
})

test('the second run of a week has its number, and an answer of an earlier server its code', () => {
  const runWeek = { monthNumber: 11, weekNumber: 2, fromDate: '2026-11-09', toDate: '2026-11-15' }
  expect(runOfAnswer({ runOrder: '2026-11-W2-2', runWeek }, TODAY)).toBe(`${NAME} · 2`)
  expect(runOfAnswer({ runOrder: '2026-11-W2-2' }, TODAY)).toBe('2026-11-W2-2')
  expect(runOfAnswer({ runOrder: null, runWeek: null }, TODAY)).toBeNull()
})
