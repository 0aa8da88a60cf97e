import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Income } from '#contract/v1/incomes.ts'
import type { Run } from '#contract/v1/runs.ts'
import { addUpTotals } from '#server/db/kept-totals.ts'
import { colleagueIn } from '../../support/second-admin.ts'
import { databases } from '../../support/databases.ts'
import type { Office } from '../../support/office.ts'
import type { Body, Person } from '../../support/person.ts'
import { withActiveRun } from '../../fixtures/active-run.ts'
import { act, type Device, NEVER } from '../../fixtures/runs.ts'
import { payOffice, WEEK } from '../../fixtures/pay-office.ts'

describe.each(databases)('paying drivers on %s', (kind) => {
  let office: Office
  let run: Run
  let driver: Person
  let device: Device
  withActiveRun(kind, 3, (opened) => void ({ office, run, driver, device } = opened))
  const { admin, at, everything, incomes, pay, preview, reverse, line, setting } = payOffice(
    () => office,
    () => driver,
  )

  /** Three stops of 2, 3 and 4 bags at $4.00: $36.00, payable. */
  beforeEach(async () => {
    await device.send(run.jobs.map((stop, place) => device.done(stop, place + 2)))
    await act(office.admin, run, 'complete')
  })

  const accept = async (tap: { eventID: string }) =>
    admin().put<Body>(`/v1/runs/exceptions/${tap.eventID}`, { decision: 'accept' })

  const correct = async (place: number, pu: number) => {
    const tap = device.done(run.jobs[place]!, pu)
    await device.send([tap])
    expect((await accept(tap)).status).toBe(200)
  }

  test('a range is paid by one DRIVER_OUTBOUND transaction, as the preview said', async () => {
    expect(await preview()).toMatchObject({ subtotal: 36, gst: 0, total: 36, carried: 0, rcti: false, refusal: null })
    const { status, body } = await pay({ notes: 'Week 2' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...WEEK, total: 36, refId: 'T000001', paymentType: 'EFT', reversedOn: null })
    const { body: ledger } = await office.admin.get<{ items: unknown[] }>('/v1/transactions?type=DRIVER_OUTBOUND')
    expect(ledger.items).toMatchObject([
      {
        transactionID: body.transactionID,
        type: 'DRIVER_OUTBOUND',
        purpose: 'pay',
        amount: 36,
        driverID: driver.userID,
      },
    ])
    const { items } = await incomes()
    expect(items.map(({ status: one, payment }) => [one, payment?.transactionID, payment?.amount])).toEqual(
      [1, 2, 3].map(() => ['paid', body.transactionID, 36]),
    )
    const { body: own } = await driver.get<{ items: Income[] }>('/v1/pays')
    expect(own.items[0]).toMatchObject({ status: 'paid', payment: { datePaid: '2026-11-10', amount: 36 } })
  })

  test('the same range twice pays once', async () => {
    expect((await pay()).status).toBe(201)
    expect(await pay()).toMatchObject({ status: 409, body: { code: 'nothing_to_pay' } })
    expect((await preview()).refusal?.code).toBe('nothing_to_pay')
  })

  test('eight payments of one range at once, by two admins, pay once', async () => {
    const colleague = await colleagueIn(office)
    const answers = await Promise.all(
      [1, 2, 3, 4].flatMap(() => [pay(), pay({}, colleague)]).map(async (one) => (await one).status),
    )
    expect(answers.toSorted()).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
    const { body } = await office.admin.get<{ total: number; totalAmount: number }>('/v1/pays/payments')
    expect(body).toMatchObject({ total: 1, totalAmount: 36 })
  })

  test('an amount that changed since the preview is refused', async () => {
    await line('tip', 5)
    expect(await pay({ expected: 36 })).toMatchObject({ status: 412, body: { code: 'version_conflict' } })
    expect((await pay({ expected: 41 })).status).toBe(201)
  })

  test('only stops done on the range’s business days are paid (M21)', async () => {
    expect((await pay({ from: '2026-11-11' })).body.code).toBe('nothing_to_pay')
    expect((await pay({ to: '2026-11-09' })).body.code).toBe('nothing_to_pay')
    expect((await pay({ from: '2026-11-10', to: '2026-11-10' })).body.total).toBe(36)
  })

  test('a stop late in the evening belongs to that day in business time', async () => {
    // 23:30 in Sydney is 12:30 of the same day in UTC; 00:30 is the day before in UTC.
    await at('2026-11-11T13:30:00Z')
    await line('tip', 5)
    expect((await incomes('&from=2026-11-12&to=2026-11-12')).totalAmount).toBe(5)
    expect((await incomes('&from=2026-11-11&to=2026-11-11')).totalAmount).toBe(0)
  })

  test('what is pending is not paid', async () => {
    const totals = async () =>
      (await office.admin.get<{ items: object[] }>(`/v1/pays/totals?from=2026-11-09&to=2026-11-15`)).body.items
    expect(await totals()).toEqual([
      {
        driverID: driver.userID,
        driver: expect.any(String) as string,
        pending: 0,
        pendingGst: 0,
        payable: 36,
        payableGst: 0,
        paid: 0,
      },
    ])
    await pay()
    expect(await totals()).toMatchObject([{ pending: 0, payable: 0, paid: 36 }])
  })

  test('the totals without a range, which are kept, are those of all days', async () => {
    const totals = async (query: string) =>
      (await office.admin.get<{ items: object[] }>(`/v1/pays/totals?${query}`)).body.items
    const equal = async () => {
      const of = `driverID=${driver.userID.toUpperCase()}`
      const [kept, added, one] = [await totals(''), await totals('from=1990-01-01'), await totals(of)]
      expect([kept, one]).toEqual([added, added])
      return kept
    }
    expect(await equal()).toMatchObject([{ driverID: driver.userID, pending: 0, payable: 36, paid: 0 }])
    await pay({ to: '2026-11-09', from: '2026-11-09' })
    await line('deduction', 50.05)
    await equal()
    await addUpTotals(office.deps.database.db)
    expect(await equal()).toHaveLength(1)
    await office.deps.database.pool.query('delete from incomes', [])
    expect(await equal()).toEqual([])
  })

  test('a payment is not dated in the future, before the work or the driver, nor into closed books', async () => {
    expect((await pay({ datePaid: '2026-11-11' })).body.fields).toEqual({ datePaid: 'This date is in the future' })
    expect((await pay({ datePaid: '2026-11-08' })).body.fields).toEqual({ datePaid: 'This is before the work' })
    const longBefore = 'This is long before the driver’s start'
    expect((await pay({ from: '1999-01-01', datePaid: '1999-11-25' })).body.fields).toEqual({ datePaid: longBefore })
    expect((await line('tip', 5, { day: '1999-11-25' })).body.fields).toEqual({ day: longBefore })
    await setting('books.lockedThrough', '2026-11-09')
    expect((await pay({ datePaid: '2026-11-09' })).body.code).toBe('books_closed')
    expect((await line('tip', 5, { day: '2026-11-09' })).body.code).toBe('books_closed')
    const { body } = await pay({ datePaid: '2026-11-10' })
    expect(body.datePaid).toBe('2026-11-10')
    await setting('books.lockedThrough', '2026-11-10')
    expect((await reverse(body.transactionID)).body.code).toBe('books_closed')
  })

  test('reversing a payment makes its incomes payable again; a reversal is final (M21)', async () => {
    const { transactionID } = (await pay()).body
    expect(await reverse(transactionID)).toMatchObject({ status: 200, body: { reversedOn: '2026-11-10' } })
    expect((await reverse(transactionID)).body.code).toBe('reversed_already')
    const { items } = await incomes()
    expect(items.map(({ status, payment }) => [status, payment])).toEqual([1, 2, 3].map(() => ['payable', null]))
    const { body: rows } = await office.admin.get<{ items: { transactionID: string; amount: number }[] }>(
      '/v1/transactions?type=DRIVER_OUTBOUND',
    )
    expect(rows.items.map(({ amount }) => amount).toSorted()).toEqual([-36, 36])
    const counter = rows.items.find(({ amount }) => amount < 0)!
    expect((await reverse(counter.transactionID)).status).toBe(404)
    expect((await pay()).body.total).toBe(36)
  })

  test('POST /transactions reverses a payment to a driver too', async () => {
    const { transactionID } = (await pay()).body
    const answer = await office.admin.post<{ transactions: unknown[] }>('/v1/transactions', {
      reverses: transactionID,
      notes: 'Wrong driver',
    })
    expect(answer).toMatchObject({ status: 201, body: { transactions: [{ amount: -36, reverses: transactionID }] } })
    expect((await incomes('&status=payable')).total).toBe(3)
  })

  test('two reversals at once reverse once', async () => {
    const { transactionID } = (await pay()).body
    const answers = await Promise.all([1, 2, 3].map(() => reverse(transactionID)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  describe('lines by hand (M20)', () => {
    test('a tip, a bonus and a deduction are paid with the stops', async () => {
      await line('tip', 5)
      await line('bonus', 20, { reason: 'Hot week' })
      expect((await line('deduction', 11.5)).body).toMatchObject({ amount: -11.5, status: 'payable', customer: null })
      const { body } = await pay()
      expect(body.total).toBe(49.5)
      expect((await incomes()).items.filter((one) => one.kind !== 'stop').map(({ formula }) => formula)).toEqual([
        'Fuel card',
        'Hot week',
        'Fuel card',
      ])
    })

    test('no amount, a negative one, an unknown driver, and tomorrow are refused', async () => {
      expect((await line('tip', 0)).body.fields).toHaveProperty('amount')
      expect((await line('tip', -1)).body.fields).toHaveProperty('amount')
      expect((await line('tip', 1, { driverID: NEVER })).body.fields).toHaveProperty('driverID')
      expect((await line('tip', 1, { day: '2026-11-11' })).body.fields).toHaveProperty('day')
      expect((await line('tip', 1, { reason: ' ' })).body.fields).toHaveProperty('reason')
    })

    test('an unpaid one can be removed; a paid one and a stop’s can’t', async () => {
      const { incomeID } = (await line('tip', 5)).body
      const remove = (id: string) => office.admin.delete(`/v1/pays/${id}`)
      expect((await remove(incomeID)).status).toBe(204)
      const again = (await line('tip', 5)).body.incomeID
      await pay()
      expect((await remove(again)).status).toBe(409)
      expect((await remove((await incomes()).items[0]!.incomeID)).status).toBe(409)
    })

    test('a total below zero is not paid: it lowers the next payment', async () => {
      await line('deduction', 50)
      expect(await pay()).toMatchObject({ status: 409, body: { code: 'pay_negative' } })
      await at('2026-11-17T21:00:00Z')
      await line('bonus', 30)
      const next = { from: '2026-11-16', to: '2026-11-22' }
      expect(await preview(next)).toMatchObject({ carried: 4, total: 16, refusal: null })
      expect((await pay(next)).body.total).toBe(16)
      expect((await incomes('&status=payable')).total).toBe(0)
    })

    test('what is older and worth something stays for its own range', async () => {
      await at('2026-11-17T21:00:00Z')
      await line('bonus', 30)
      const next = { from: '2026-11-16', to: '2026-11-22' }
      expect(await preview(next)).toMatchObject({ total: 30, left: 36 })
      expect((await pay(next)).body.total).toBe(30)
      expect((await pay()).body.total).toBe(36)
    })

    test('without a range everything payable is offered, and by week it is what the list says is to pay', async () => {
      await at('2026-11-17T21:00:00Z')
      await line('bonus', 30)
      const { body: totals } = await admin().get<{ items: { payable: number }[] }>('/v1/pays/totals')
      const whole = await everything()
      expect(whole).toMatchObject({ from: '2026-11-10', to: '2026-11-18', total: 66, left: 0, carried: 0 })
      expect(totals.items.map(({ payable }) => payable)).toEqual([whole.total])
      expect(whole.weeks).toEqual([
        { monday: '2026-11-09', paid: 36, left: 0 },
        { monday: '2026-11-16', paid: 30, left: 0 },
      ])
      expect((await preview()).weeks).toEqual([
        { monday: '2026-11-09', paid: 36, left: 0 },
        { monday: '2026-11-16', paid: 0, left: 30 },
      ])
      const { from, to } = whole
      expect((await pay({ from, to, expected: 66 })).body.total).toBe(66)
      expect(await everything()).toMatchObject({ from: '2026-11-18', to: '2026-11-18', weeks: [], total: 0 })
    })
  })

  describe('a correction after payment (M20)', () => {
    test('is a further income over the difference, on the day of the correction', async () => {
      await pay()
      await at('2026-11-17T21:00:00Z')
      await correct(0, 5)
      await correct(2, 1)
      expect((await incomes('&status=payable')).items).toMatchObject([
        { kind: 'correction', amount: 12, pu: 3, formula: '5 bags × $4.00, less $8.00 paid' },
        { kind: 'correction', amount: -12, pu: -3, formula: '1 bag × $4.00, less $16.00 paid' },
      ])
      expect((await incomes('&status=paid')).totalAmount).toBe(36)
      expect((await pay({ from: '2026-11-16', to: '2026-11-22' })).body.code).toBe('nothing_to_pay')
      await correct(0, 6)
      expect((await pay({ from: '2026-11-16', to: '2026-11-22' })).body.total).toBe(4)
      await correct(0, 2)
      expect((await incomes('&status=payable')).items).toMatchObject([
        { amount: -16, formula: '2 bags × $4.00, less $24.00 paid' },
      ])
    })

    test('back to what was paid leaves nothing', async () => {
      await pay()
      await correct(0, 5)
      await correct(0, 2)
      expect(await incomes('&status=payable')).toMatchObject({ total: 0 })
    })

    test('after the payment was reversed, the stop’s own income follows again', async () => {
      const { transactionID } = (await pay()).body
      await correct(0, 5)
      await reverse(transactionID)
      await correct(0, 6)
      expect((await incomes()).totalAmount).toBe(24 + 12 + 16)
      expect((await incomes()).items.filter((one) => one.assignmentID === run.jobs[0]!.assignmentID)).toMatchObject([
        { kind: 'stop', amount: 24, formula: '6 bags × $4.00' },
      ])
    })

    test('the office sees before it accepts what it changes', async () => {
      await pay()
      const tap = device.done(run.jobs[0]!, 5)
      await device.send([tap])
      const { body } = await office.admin.get<{ items: { accepting: unknown }[] }>('/v1/runs/exceptions')
      expect(body.items[0]!.accepting).toMatchObject({ pays: [{ amount: 12 }] })
    })
  })

  test('the database itself refuses to change or delete what is paid', async () => {
    await pay()
    const { db } = office.deps.database
    for (const statement of [
      sql`update incomes set amount_cents = 1`,
      sql`update incomes set status = 'pending', transaction_id = null`,
      sql`delete from incomes`,
      sql`update driver_payments set subtotal_cents = 1`,
      sql`delete from driver_payments`,
    ])
      await expect(db.execute(statement)).rejects.toThrow()
    expect((await incomes('&status=paid')).totalAmount).toBe(36)
  })

  test('paying a driver is the office’s alone', async () => {
    const { transactionID } = (await pay()).body
    expect((await pay({}, driver)).status).toBe(403)
    expect((await driver.get('/v1/pays/totals')).status).toBe(403)
    expect((await driver.get('/v1/pays/payments')).status).toBe(403)
    expect((await driver.put(`/v1/pays/payments/${transactionID}/reverse`, { reason: 'x' })).status).toBe(403)
    expect((await office.nobody.get('/v1/pays/payments')).status).toBe(401)
  })

  test('the audit log says who paid what', async () => {
    const { transactionID } = (await pay()).body
    await reverse(transactionID)
    const { body } = await office.admin.get<{ items: { action: string }[] }>(
      `/v1/audit?subjectKind=driver&subjectID=${driver.userID}`,
    )
    expect(body.items.map(({ action }) => action)).toEqual(expect.arrayContaining(['pay.create', 'pay.reverse']))
  })
})
