import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listAlerts, resolveAlert } from '#contract/v1/alerts.ts'
import { createTransaction } from '#contract/v1/transactions.ts'
import { unbookedResolved } from '#server/db/tables/payments.ts'
import { checkAlerts } from '#server/features/alerts/alerts-check.ts'
import { type CardEvents, cardEvents } from '../../support/card-events.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import type { Body } from '../../support/person.ts'
import { signedIn } from '../../support/person.ts'
import { cardAlerts, paidByCard } from './card-fixture.ts'

describe.each(databases)('A card payment that couldn’t be booked, on %s', (kind) => {
  let office: Office
  let provider: CardEvents
  beforeAll(async () => {
    office = await openOffice(kind)
    provider = cardEvents(office)
  })
  afterAll(() => office.close())
  beforeEach(async () => {
    await office.reset()
    await office.admin.put('/v1/settings/checkout.enabled', { value: 'ON' })
  })

  /** Its customer's payment was reversed here, and then the provider refunded it. @returns the alert */
  const unbooked = async (refundID = 're_1') => {
    const { customerID } = await office.make.customer()
    const { payment } = await paidByCard(office, provider, customerID, 50)
    const input = { reverses: payment.transactionID, notes: 'Refunded in Stripe' }
    await office.call(office.admin, createTransaction, input)
    const { rows } = await office.deps.database.pool.query<{ payment_id: string }>({
      text: 'select payment_id from checkouts where transaction_id = $1',
      values: [payment.transactionID],
    })
    const refund = { id: refundID, amount: 5000, payment_intent: rows[0]!.payment_id, status: 'succeeded' }
    await provider.send(provider.event('refund.created', refund))
    return (await cardAlerts(office)).find(({ subject }) => subject.startsWith(customerID))!
  }
  const resolve = (alertID: string, reason: unknown, by: Pick<typeof office.admin, 'put'> = office.admin) =>
    by.put<Body>(`/v1/alerts/${alertID}/resolve`, { reason })
  const changes = async () =>
    (await office.admin.get<{ items: { action: string }[] }>('/v1/audit?perPage=100')).body.items.filter(
      ({ action }) => action === 'alert.resolve',
    )

  test('stays an alert until it is marked as resolved, with the reason and who said so', async () => {
    const { alertID } = await unbooked()
    office.clock.pass(60 * 86_400_000)
    await checkAlerts(office.deps)
    const admin = await signedIn(office.fetch, office.admin)
    const open = () => office.call(admin, listAlerts, { perPage: 100 })
    const one = (await open()).items.find((alert) => alert.alertID === alertID)
    expect(one).toMatchObject({ kind: 'payment-unbooked', endedAt: null, resolution: null })
    await office.call(admin, resolveAlert, { alertID, reason: 'Refund was wanted, nothing to book' })
    await checkAlerts(office.deps)
    expect((await open()).items.map((alert) => alert.kind)).not.toContain('payment-unbooked')
    const { items } = await office.call(admin, listAlerts, { status: 'ended', perPage: 100 })
    expect(items.find((alert) => alert.alertID === alertID)).toMatchObject({
      endedAt: office.clock.now().toISOString(),
      resolution: 'Refund was wanted, nothing to book',
    })
  })

  test('is resolved once, also by eight at once, and leaves the others', async () => {
    const [first, second] = [await unbooked(), await unbooked('re_2')]
    const answers = await Promise.all(Array.from({ length: 8 }, () => resolve(first.alertID, 'Dealt with')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    expect(await changes()).toHaveLength(1)
    expect(await office.deps.database.db.select().from(unbookedResolved)).toMatchObject([
      { reason: 'Dealt with', createdBy: office.admin.userID },
    ])
    expect((await cardAlerts(office)).map(({ alertID }) => alertID)).toEqual([second.alertID])
  })

  test('is resolved with a reason, by an admin; no other kind of alert is', async () => {
    const { alertID } = await unbooked()
    for (const reason of ['', '  ', undefined, 7]) expect((await resolve(alertID, reason)).status).toBe(422)
    for (const by of [await office.customer(), await office.driver()])
      expect((await resolve(alertID, 'Mine', by)).status).toBe(403)
    expect((await resolve('00000000-0000-7000-8000-000000000000', 'None')).status).toBe(404)
    // A payment of the sandbox stands in the books: that alert ends when it does not.
    await paidByCard(office, provider, (await office.make.customer()).customerID, 20)
    await checkAlerts(office.deps)
    const { items } = await office.call(office.admin, listAlerts, {})
    const sandbox = items.find((alert) => alert.kind === 'payments-sandbox')!
    const refused = await resolve(sandbox.alertID, 'No money')
    expect([refused.status, refused.body.code]).toEqual([409, 'wrong_state'])
    expect(await changes()).toEqual([])
    expect(await cardAlerts(office)).toHaveLength(1)
  })
})
