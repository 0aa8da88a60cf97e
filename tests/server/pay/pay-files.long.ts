import { beforeEach, describe, expect, test } from 'vitest'
import { contractorsReport, gstReport, reportRows } from '#contract/v1/reports.ts'
import type { Run } from '#contract/v1/runs.ts'
import { databases } from '../../support/databases.ts'
import type { Office } from '../../support/office.ts'
import type { Body, Person } from '../../support/person.ts'
import { withActiveRun } from '../../fixtures/active-run.ts'
import { act, type Device } from '../../fixtures/runs.ts'
import { ABN, payOffice } from '../../fixtures/pay-office.ts'

interface File extends Body {
  fileName: string
  content: string
  count: number
  total: number
  left: { driverID: string; reason: string }[]
  again: number
}

const TODAY = '2026-11-10'
const BSB = '733-001'
const ACCOUNT = '987654321'

describe.each(databases)('the papers and files of pay on %s', (kind) => {
  let office: Office
  let run: Run
  let driver: Person
  let device: Device
  withActiveRun(kind, 3, (opened) => void ({ office, run, driver, device } = opened))
  const {
    driver: change,
    pay,
    preview,
    reverse,
    setting,
  } = payOffice(
    () => office,
    () => driver,
  )

  beforeEach(async () => {
    await device.send(run.jobs.map((stop) => device.done(stop, 3)))
    await act(office.admin, run, 'complete')
    for (const [key, value] of Object.entries({
      'business.name': 'Green Bags Pty Ltd',
      'business.abn': ABN,
      'bank.bsb': '062-000',
      'bank.accountNumber': '12345678',
      'aba.userID': '301500',
      'aba.bank': 'CBA',
    }))
      await setting(key, value)
  })

  const contractor = (more: object = {}) =>
    change({ employmentType: 'CONTRACTOR', abn: ABN, bsb: '733 001', accountNumber: '987 654 321', ...more })
  const aba = () => office.admin.post<File>('/v1/pays/payments/aba', { datePaid: TODAY })
  const rows = async (text: string) => (await office.deps.database.pool.query({ text })).rows as unknown[]
  const pdf = async (transactionID: string, part = 'pdf') => {
    const answer = await office.fetch(`/v1/pays/payments/${transactionID}/${part}`, {
      headers: { authorization: `Bearer ${office.admin.token}` },
    })
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
  }

  describe('the bank file (M23)', () => {
    test('has a line for each transfer to a contractor', async () => {
      await contractor()
      const { refId } = (await pay()).body
      const { status, body, headers } = await aba()
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(body).toMatchObject({ fileName: `pay-${TODAY}.aba`, count: 1, total: 36, left: [], again: 0 })
      const [head, line, foot] = body.content.split('\r\n')
      expect(head).toContain('CBA       Green Bags Pty Ltd        301500DRIVER PAY  101126')
      expect(line).toContain(`${BSB}${ACCOUNT} 530000003600`)
      expect(line).toContain(refId)
      expect(line).toContain('062-000 12345678Green Bags Pty L')
      expect(foot).toContain('000000360000000036000000000000')
      expect((await aba()).body.again).toBe(1)
    })

    test('is shown before it is made: nothing is marked, no account number leaves the server', async () => {
      const preview = () => office.admin.post<File>('/v1/pays/payments/aba', { datePaid: TODAY, preview: true })
      await contractor()
      expect((await preview()).body).toMatchObject({
        count: 0,
        problem: `no transfers to contractors are dated 10/11/2026`,
      })
      await pay()
      for (const again of [0, 0]) {
        const { body } = await preview()
        expect(body).toMatchObject({ count: 1, total: 36, left: [], again, problem: null, content: '' })
        expect(JSON.stringify(body)).not.toContain(ACCOUNT)
      }
      expect(await rows(`select 1 from audit where action = 'pay.aba'`)).toEqual([])
      expect((await aba()).body).toMatchObject({ count: 1, total: 36, again: 0 })
    })

    test('leaves out employees, cash, reversed payments, and who lacks an ABN or an account', async () => {
      await change({ employmentType: 'CASUAL', abn: ABN, bsb: BSB, accountNumber: ACCOUNT })
      const { transactionID } = (await pay()).body
      expect(await aba()).toMatchObject({ status: 409, body: { code: 'aba_not_ready' } })
      await contractor()
      expect((await aba()).body.count).toBe(1)
      await reverse(transactionID)
      expect((await aba()).status).toBe(409)
      await pay({ paymentType: 'CASH' })
      expect((await aba()).status).toBe(409)
    })

    test('names who is left out and why', async () => {
      await contractor()
      await pay()
      const other = await office.driver({ employmentType: 'CONTRACTOR' })
      await office.admin.post('/v1/pays', { driverID: other.userID, kind: 'tip', amount: 5, reason: 'Kind' })
      const range = { from: '2026-11-01', to: '2026-11-30' }
      await office.admin.post('/v1/pays/payments', { driverID: other.userID, ...range })
      expect((await aba()).body).toMatchObject({ count: 1, left: [{ driverID: other.userID, reason: 'ABN missing' }] })
      await office.admin.put(`/v1/users/drivers/${other.userID}`, { abn: ABN })
      expect((await aba()).body.left).toMatchObject([{ reason: 'bank account missing' }])
    })

    test('says what is missing in Settings', async () => {
      await contractor()
      await pay()
      await setting('bank.accountNumber', '1234567890')
      expect((await aba()).body['reason']).toBe('the firm’s account number has more than nine digits')
      await setting('aba.userID', '')
      expect((await aba()).body['reason']).toBe('the bank’s user ID or code is missing in Settings')
    })

    test('an account has at most nine digits, a BSB six', async () => {
      expect((await change({ accountNumber: '1234567890' })).body.fields).toHaveProperty('accountNumber')
      expect((await change({ bsb: '12345' })).body.fields).toHaveProperty('bsb')
    })
  })

  test('account numbers are in no list, log, audit row or mail; revealing them is written down', async () => {
    await contractor()
    await pay()
    await aba()
    const shown = [
      await office.admin.get('/v1/users/drivers'),
      await office.admin.get(`/v1/users/drivers/${driver.userID}`),
      await office.admin.get('/v1/audit?perPage=100'),
      await office.admin.get('/v1/pays'),
      await office.admin.get('/v1/pays/payments'),
      await office.admin.get('/v1/mails'),
      await driver.get('/v1/pays'),
    ].map(({ body }) => JSON.stringify(body))
    for (const text of [...shown, JSON.stringify(office.logged)]) {
      expect(text).not.toContain(ACCOUNT)
      expect(text).not.toContain(BSB)
    }
    expect(shown[1]).toContain('*** *** 321')
    const { body } = await office.admin.get(`/v1/users/drivers/${driver.userID}/private`)
    expect(body).toMatchObject({ bsb: BSB, accountNumber: ACCOUNT })
    expect((await office.admin.get<Body>('/v1/audit?perPage=100')).body).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ action: 'pay.aba' })]) as unknown,
    })
  })

  test('the payroll file has employees only', async () => {
    await change({ employmentType: 'CASUAL' })
    await pay()
    const csv = async () => (await office.admin.get<File>(`/v1/pays/payments/payroll?datePaid=${TODAY}`)).body
    expect(await csv()).toMatchObject({ fileName: `payroll-${TODAY}.csv`, count: 1, total: 36 })
    expect((await csv()).content).toContain(
      ',Casual,10/11/2026,09/11/2026,15/11/2026,9,36.00,0.00,0.00,0.00,0.00,36.00,',
    )
    await change({ employmentType: 'CONTRACTOR' })
    expect((await csv()).count).toBe(0)
  })

  test('the document is mailed to the driver as a PDF, once a day', async () => {
    const { transactionID } = (await pay()).body
    const send = () => office.admin.post(`/v1/pays/payments/${transactionID}/send`)
    expect([(await send()).status, (await send()).status]).toEqual([204, 204])
    const { body } = await office.admin.get<{ items: object[] }>('/v1/mails?keyword=statement')
    expect(body.items).toMatchObject([
      { to: driver.email, subject: 'Your pay statement T000001', attachments: ['T000001.pdf'] },
    ])
    const [paid] = (await rows('select document from driver_payments')) as [{ document: unknown }]
    expect(JSON.stringify(paid.document)).toContain(', Week 2, November · 9–15 Nov 2026"')
    await reverse(transactionID)
    expect((await send()).status).toBe(409)
  })

  describe('a recipient-created tax invoice (M22)', () => {
    const agreed = () => contractor({ gstRegistered: true, rctiAgreedOn: '2026-07-01' })

    test('adds 10 % to the payment, numbered without gaps', async () => {
      await setting('business.gstRegistered', true)
      await agreed()
      expect(await preview()).toMatchObject({ subtotal: 36, gst: 3.6, total: 39.6, rcti: true, rctiLate: false })
      const { body } = await pay()
      expect(body).toMatchObject({ subtotal: 36, gst: 3.6, total: 39.6, rctiNumber: 'RCTI-000001' })
      const paid = async (query: string) =>
        (await office.admin.get<{ items: object[] }>(`/v1/pays/totals${query}`)).body.items
      expect(await paid('')).toMatchObject([{ paid: 36, payableGst: 0 }])
      expect(await paid('?from=2026-11-09&to=2026-11-15')).toMatchObject([{ paid: 36 }])
      await reverse(body.transactionID)
      expect(await paid('')).toMatchObject([{ paid: 0, payableGst: 3.6 }])
      expect((await pay()).body).toMatchObject({ total: 39.6, rctiNumber: 'RCTI-000002' })
      expect((await aba()).body.total).toBe(39.6)
      const file = await pdf(body.transactionID)
      expect([file.status, file.type]).toEqual([200, 'application/pdf'])
      expect(file.text.startsWith('%PDF-')).toBe(true)
    })

    test('the office is shown it beside what a record would pay, before the record is accepted', async () => {
      await setting('business.gstRegistered', true)
      await agreed()
      const tap = device.done(run.jobs[0]!, 5)
      await device.send([tap])
      const { body } = await office.admin.get<{ items: object[] }>('/v1/runs/exceptions')
      expect(body.items).toMatchObject([{ accepting: { pays: [{ amount: 8, gst: 0.8 }] } }])
      const decision = { eventIDs: [tap.eventID], decision: 'accept' }
      expect((await office.admin.post('/v1/runs/exceptions/preview', decision)).body).toMatchObject({
        pays: [{ amount: 8, gst: 0.8 }],
      })
    })

    test('P52, P55 counts by pay day in G11, 1B and what contractors were paid, less its adjustment note', async () => {
      await setting('business.gstRegistered', true)
      await agreed()
      const days = { from: '2026-07-01', to: '2027-06-30' }
      const purchases = async () => {
        const report = await office.call(office.admin, gstReport, days)
        expect(new Set(report.bases.map(({ oneB }) => oneB))).toEqual(new Set([report.purchases?.gst]))
        return report.purchases
      }
      const contractors = () => office.call(office.admin, contractorsReport, days)
      const rows = () => office.call(office.admin, reportRows, { figure: 'purchases', ...days })
      expect([await purchases(), (await contractors()).contractors]).toMatchObject([{ amount: 0, gst: 0 }, []])
      const { transactionID } = (await pay()).body
      expect(await purchases()).toMatchObject({ amount: 39.6, gst: 3.6 })
      expect(await contractors()).toMatchObject({
        contractors: [{ abn: ABN.replaceAll(' ', ''), paid: 39.6, gst: 3.6 }],
        paid: 39.6,
      })
      await reverse(transactionID)
      expect(await purchases()).toMatchObject({ amount: 0, gst: 0 })
      expect(await rows()).toMatchObject({ total: 2, totalAmount: 0, totalGst: 0 })
      expect((await contractors()).contractors).toEqual([])
    })

    test('a reversed one is taken back by an adjustment note with a number of its own, as PDF and by mail', async () => {
      await setting('business.gstRegistered', true)
      await agreed()
      const { transactionID } = (await pay()).body
      expect((await office.admin.get(`/v1/pays/payments/${transactionID}/adjustment/pdf`)).status).toBe(404)
      const { body } = await reverse(transactionID)
      expect(body).toMatchObject({ rctiNumber: 'RCTI-000001', adjustmentNumber: 'RCAN-000001' })
      expect((await pdf(transactionID)).text.startsWith('%PDF-')).toBe(true)
      const note = await pdf(transactionID, 'adjustment/pdf')
      expect([note.status, note.text.startsWith('%PDF-')]).toEqual([200, true])
      const send = () => office.admin.post(`/v1/pays/payments/${transactionID}/send`)
      expect([(await send()).status, (await send()).status]).toEqual([204, 204])
      const mails = await office.admin.get<{ items: object[] }>('/v1/mails?keyword=adjustment')
      expect(mails.body.items).toMatchObject([
        {
          to: driver.email,
          subject: 'Your recipient created adjustment note RCAN-000001',
          text: expect.stringContaining('$39.60'),
          attachments: ['RCAN-000001.pdf'],
        },
      ])
      const [{ document }] = (await rows('select document from rcti_adjustments')) as [{ document: object }]
      expect(document).toMatchObject({
        invoice: { number: 'RCTI-000001' },
        issueDate: TODAY,
        reason: 'Wrong week',
        subtotal: 3600,
        gst: 360,
        total: 3960,
      })
      const second = (await pay()).body
      expect((await reverse(second.transactionID)).body).toMatchObject({ adjustmentNumber: 'RCAN-000002' })
      for (const change of ['update rcti_adjustments set number = 9', 'delete from rcti_adjustments'])
        await expect(rows(change)).rejects.toThrow()
    })

    test('a reversed pay statement needs no note', async () => {
      const { transactionID } = (await pay()).body
      expect((await reverse(transactionID)).body).toMatchObject({ rctiNumber: null, adjustmentNumber: null })
      expect((await pdf(transactionID, 'adjustment/pdf')).status).toBe(404)
    })

    test('without GST on either side, or before the agreement, it is a pay statement', async () => {
      await agreed()
      expect(await preview()).toMatchObject({ gst: 0, rcti: false })
      await setting('business.gstRegistered', true)
      await contractor({ rctiAgreedOn: '2026-11-11' })
      expect(await preview()).toMatchObject({ gst: 0, rcti: false })
      const { body } = await pay()
      expect(body).toMatchObject({ total: 36, gst: 0, rctiNumber: null })
      expect((await pdf(body.transactionID)).text.startsWith('%PDF-')).toBe(true)
    })

    test('says when it comes late, and what tax law still needs', async () => {
      await setting('business.gstRegistered', true)
      await agreed()
      await office.admin.post('/v1/pays', {
        driverID: driver.userID,
        kind: 'tip',
        amount: 5,
        reason: 'Kind',
        day: '2026-10-10',
      })
      expect(await preview({ from: '2026-10-01' })).toMatchObject({ rcti: true, rctiLate: true })
      await setting('business.name', '')
      expect((await preview()).refusal).toMatchObject({ code: 'wrong_state' })
      expect((await pay()).body['message']).toBe('The business name is missing in Settings.')
    })
  })
})
