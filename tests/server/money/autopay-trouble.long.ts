import { runAutopay } from '#server/features/autopay/autopay-runner.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { autopayOffice, type AutopayOffice } from '../../fixtures/autopay-office.ts'
import { databases } from '../../support/databases.ts'
import { type MailServer, openMailServer } from '../../support/mail-server.ts'
import { type Office, openOffice } from '../../support/office.ts'

/** Invoices of Tuesday 10/11/2026 are due on 17/11, and are charged then. */
describe.each(databases)('Automatic payments that something comes in the way of, on %s', (kind) => {
  let office: Office
  let mailServer: MailServer
  let story: AutopayOffice
  let bringBack: () => Promise<void>
  beforeAll(async () => {
    mailServer = await openMailServer()
    office = await openOffice(kind, { environment: { SMTP_URL: mailServer.url } })
    await office.reset()
    office.clock.set('2026-11-09T21:00:00Z')
    await autopayOffice(office, mailServer).switchOn()
    bringBack = await office.keep()
  })
  afterAll(async () => {
    await office.close()
    await mailServer.close()
  })
  beforeEach(async () => {
    await bringBack()
    mailServer.received.length = 0
    mailServer.refuse = null
    story = autopayOffice(office, mailServer)
  })

  /** The office’s provider, but for how it is asked for a charge. */
  const withCharge = (charge: (typeof office.deps.payments)['charge']) => ({
    ...office.deps,
    payments: Object.assign(Object.create(office.deps.payments) as typeof office.deps.payments, { charge }),
  })

  /** The planned charges of these customers are due, and the provider’s events are read. */
  const due = async (...behaviours: Parameters<AutopayOffice['saved']>[0][]) => {
    const all = []
    for (const behaviour of behaviours) {
      const customer = await story.saved(behaviour)
      all.push({ customer, invoice: await story.owes(customer) })
    }
    await story.work()
    await story.at('2026-11-17')
    await (await import('#server/features/payments/ask-provider.ts')).askProvider(office.deps)
    return all
  }
  const states = async () => (await story.charges()).map(({ state }) => state).toSorted()

  test.each(['autopay.enabled', 'checkout.enabled'])(
    'Switched off while charges are being made, no further customer is charged (%s)',
    async (key) => {
      await due('card_pays', 'card_pays', 'card_pays')
      await runAutopay(
        withCharge(async (order) => {
          const made = await office.deps.payments.charge(order)
          await story.set(key, key === 'autopay.enabled' ? false : 'OFF')
          return made
        }),
      )
      expect(await states()).toEqual(['paid', 'planned', 'planned'])
    },
  )
})
