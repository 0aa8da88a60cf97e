import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bothDatabases } from '../../support/databases.ts'
import { type TestPayments, testPayments } from '../../support/payments.ts'
import { savedMethod } from '../../support/saved-methods.ts'

const DAY_MS = 86_400_000

describe.each(bothDatabases)('a sandbox that several servers share, on %s', (kind) => {
  let office: TestPayments
  beforeEach(async () => void (office = await testPayments(kind)))
  afterEach(() => office.close())
  const kinds = () => office.events().map(({ kind }) => kind)

  test('has a page that one server opened paid at another', async () => {
    const other = office.another()
    const { providerID } = await office.payments.createCheckout(office.order())
    const paid = await other.sandbox.page({ method: 'POST', sessionID: providerID, query: '', body: 'act=card' })
    expect(paid.status).toBe(303)
    expect(await office.payments.lookUp(providerID)).toMatchObject({ state: 'paid' })
    expect(kinds()).toEqual(['checkoutPaid'])
  })

  test('charges once when two servers charge with one key at once (P10, P11, P57)', async () => {
    const other = office.another()
    const { order, providerCustomerID } = await savedMethod(office, 'card_pays')
    const made = order()
    const servers = [office.payments, other.payments, office.payments, other.payments]
    const charges = await Promise.all(servers.map((payments) => payments.charge(made)))
    expect(new Set(charges.map(({ paymentID }) => paymentID)).size).toBe(1)
    expect(await other.payments.chargesOf(providerCustomerID, new Date(0))).toEqual([charges[0]])
  })

  test('settles each debit and delivers each webhook once, whoever looks first', async () => {
    const other = office.another()
    for (let index = 0; index < 5; index++) await office.pressed({ act: 'debit_succeeds' })
    office.received.length = 0
    office.clock.pass(10_000)
    await Promise.all([office.sandbox.runDue(), other.sandbox.runDue()])
    // The one that found nothing more to claim may be back before the other's last webhook.
    await Promise.all([office.sandbox.runDue(), other.sandbox.runDue()])
    expect(kinds()).toEqual(Array<string>(5).fill('checkoutPaid'))
    const ids = office.received.map(({ event }) => event.kind !== 'refused' && event.eventID)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('has a webhook delivered by another server when the first is gone in the middle of it', async () => {
    const gone = office.another()
    const { providerID } = await office.payments.createCheckout(office.order())
    let begun = () => {}
    const isBegun = new Promise<void>((resolve) => (begun = resolve))
    let end = (_status: number) => {}
    const answered = new Promise<number>((resolve) => (end = resolve))
    gone.sandbox.sendWebhooksWith(() => {
      begun()
      return answered
    })
    const pressed = gone.sandbox.page({ method: 'POST', sessionID: providerID, query: '', body: 'act=card' })
    await isBegun
    await office.pass(59_999)
    expect(kinds()).toEqual(['checkoutPaid'])
    expect(office.received.map(({ event }) => event.kind)).not.toContain('ignored')
    await office.pass(1)
    expect(office.received.map(({ event }) => event.kind)).toEqual(['checkoutPaid', 'ignored'])
    end(500)
    await pressed
  })

  test('loses nothing at a restart: a saved method, its payments, its keys and a debit on its way (P57)', async () => {
    const { order, providerID, setup, now } = await savedMethod(office, 'debit_pays')
    const made = order()
    const charge = await office.payments.charge(made)
    await office.restart()
    expect(await office.payments.lookUpSetup(providerID)).toEqual(setup)
    expect(await office.payments.charge(made)).toEqual(charge)
    await office.pass(10_000)
    expect(await now(charge)).toEqual({ ...charge, state: 'paid' })
  })

  test('forgets a key after a day and an event after 30 days, but no saved method and no payment (P57)', async () => {
    const { order, charge, now, providerCustomerID } = await savedMethod(office, 'card_pays')
    const made = order()
    const first = await office.payments.charge(made)
    await office.pass(31 * DAY_MS)
    const listed = await office.payments.eventsSince(new Date('2026-11-10T00:00:00Z'))
    expect(listed.map(({ kind }) => kind)).not.toContain('charge')
    expect(await now(first)).toEqual(first)
    expect((await office.payments.charge(made)).paymentID).not.toBe(first.paymentID)
    await charge()
    expect(await office.payments.chargesOf(providerCustomerID, new Date(0))).toHaveLength(3)
  })
})
