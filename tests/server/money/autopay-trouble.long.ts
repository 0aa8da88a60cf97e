import { eq } from 'drizzle-orm'
import { listAutopay } from '#contract/v1/autopay.ts'
import { listAlerts } from '#contract/v1/alerts.ts'
import { checkAlerts } from '#server/features/alerts/alerts-check.ts'
import { chargeKey } from '#domain/autopay.ts'
import { newID } from '#domain/identifiers.ts'
import { installationID } from '#server/db/installation.ts'
import { charges, chargeTries, paymentCustomers, paymentMethods } from '#server/db/tables/autopay.ts'
import { checkouts } from '#server/db/tables/payments.ts'
import { installation } from '#server/db/tables/settings.ts'
import { users } from '#server/db/tables/users.ts'
import { runAutopay } from '#server/features/autopay/autopay-runner.ts'
import { sendWaitingMails } from '#server/features/mails/mail-sender.ts'
import { finishSetup } from '#server/features/payment-methods/public.ts'
import { askProvider } from '#server/features/payments/ask-provider.ts'
import { takeEvent } from '#server/features/payments/events-commands.ts'
import { PaymentsTrouble } from '#server/payments-port.ts'
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
    await askProvider(office.deps)
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

  const alerts = async () => {
    await checkAlerts(office.deps)
    return (await office.call(story.admin, listAlerts, { status: 'open' })).items.map(({ kind: one }) => one)
  }

  test('While the provider answers nothing, few charges wait for it, and the office is told after an hour (P11)', async () => {
    await due('card_pays', 'card_pays', 'card_pays', 'card_pays', 'card_pays')
    const away = withCharge(() => Promise.reject(new PaymentsTrouble('away')))
    for (const minute of ['10:05', '10:06', '10:07', '10:08', '10:09', '10:14']) {
      await story.at('2026-11-17', minute)
      await runAutopay(away)
    }
    expect(await states()).toEqual(['asked', 'asked', 'asked', 'planned', 'planned'])
    expect(await alerts()).not.toContain('charges-unanswered')
    await story.at('2026-11-17', '11:10')
    expect(await alerts()).toContain('charges-unanswered')
    await story.day('2026-11-17', '11:15')
    expect(await states()).toEqual(['paid', 'paid', 'paid', 'paid', 'paid'])
    expect(await alerts()).not.toContain('charges-unanswered')
  })

  test('One charge that gets no answer holds no other customer’s back', async () => {
    const [first] = await due('card_pays', 'card_pays', 'card_pays')
    const deps = withCharge((order) =>
      order.customerID === first!.customer.customerID
        ? Promise.reject(new PaymentsTrouble('away'))
        : office.deps.payments.charge(order),
    )
    for (const minute of ['10:05', '10:06']) {
      await story.at('2026-11-17', minute)
      await runAutopay(deps)
    }
    expect(await states()).toEqual(['asked', 'paid', 'paid'])
  })

  /** The bank decides about the customer’s debit that is under way, before the sandbox’s own bank does ten seconds later. */
  const decided = async (state: 'paid' | 'failed' | 'cancelled', failure: string | null = null) => {
    const [charge] = await story.charges({ state: 'pending' })
    const { db } = office.deps.database
    const [row] = await db.select().from(checkouts).where(eq(checkouts.checkoutID, charge!.checkoutID))
    const found = (await office.deps.payments.lookUpCharge(row!.paymentID!))!
    const told = { ...found, state, failure }
    const about = { kind: 'charge' as const, charge: told, happenedAt: office.clock.now(), test: found.test }
    await takeEvent(office.deps, { ...about, eventID: `evt_${state}` }, 'webhook')
  }
  const debited = async () => {
    const [{ customer }] = (await due('debit_pays')) as [Awaited<ReturnType<typeof due>>[number]]
    await runAutopay(office.deps)
    expect(await story.charges()).toMatchObject([{ state: 'pending' }])
    return customer
  }

  test('A debit of which the bank has said nothing for ten days is an alert (P18)', async () => {
    await debited()
    const heard = (days: number) => new Date(office.clock.now().getTime() - days * 86_400_000)
    const { db } = office.deps.database
    // The sandbox's bank says something within days.
    await db.update(charges).set({ pendingAt: heard(9) })
    expect(await alerts()).not.toContain('debit-silent')
    await db.update(charges).set({ pendingAt: heard(11) })
    expect(await alerts()).toContain('debit-silent')
  })

  const mailsOf = async () => {
    await sendWaitingMails(office.deps)
    return mailServer.received.map(({ subject }) => subject).filter((subject) => !subject?.startsWith('Invoice'))
  }

  test('A bank account that is closed, although the customer paused meanwhile, is not taken up again (P15)', async () => {
    const anna = await debited()
    await story.pause(anna)
    await decided('failed', 'account_closed')
    expect(await mailsOf()).toEqual(['Automatic payment has stopped'])
    expect(mailServer.received.at(-1)?.text).toContain('The bank doesn’t know the account any more.\n\nYou owe $50.00.')
    const resumed = await (await anna.person()).put('/v1/payments/autopay/own', { act: 'resume' })
    expect(resumed.body).toMatchObject({ code: 'wrong_state', message: 'Save your card or bank account again.' })
    expect(await story.ofCustomer(anna)).toMatchObject({ method: { state: 'paused', pauseReason: 'declined' } })
  })

  test('What the office noted when it paused stays, also when the bank takes a payment back', async () => {
    const [{ customer }] = (await due('debit_returned')) as [Awaited<ReturnType<typeof due>>[number]]
    await story.work()
    const path = `/v1/users/customers/${customer.customerID}/autopay`
    await story.put(path, { act: 'pause', reason: 'She is away' })
    const isReturned = async () => (await story.ofCustomer(customer)).method?.pauseReason === 'disputed'
    await story.until(isReturned, { working: true })
    expect(await mailsOf()).toContain('Automatic payment has stopped')
    expect(await story.ofCustomer(customer)).toMatchObject({
      method: { state: 'paused', note: 'She is away' },
    })
  })

  test('A customer who paused is told that a debit under way failed, and may go on', async () => {
    const anna = await debited()
    await story.pause(anna)
    await decided('failed', 'insufficient_funds')
    expect(await mailsOf()).toEqual(['Automatic payment has stopped'])
    expect(mailServer.received.at(-1)?.text).toContain('There wasn’t enough money on the account.')
    await story.resume(anna)
    expect(await story.ofCustomer(anna)).toMatchObject({ method: { state: 'active' } })
  })

  test.each(['removed', 'replaced'])('A customer who %s the account is told that its debit failed', async (act) => {
    const anna = await debited()
    if (act === 'removed') await story.remove(anna)
    else await story.saves(anna, 'card_pays')
    await decided('failed', 'account_closed')
    expect(await mailsOf()).toEqual(['Automatic payment has stopped'])
    expect(mailServer.received.at(-1)?.text).toContain('We no longer charge your bank account ending in 3456.')
  })

  test.each([
    ['a debit', 'debit_pays', ['pending', 'failed']],
    ['a card payment', 'card_pays', ['failed']],
  ] as const)(
    'After a restore %s that fails counts as a try of the plan that the backup has (P12)',
    async (_what, act, ended) => {
      const [{ customer }] = (await due(act)) as [Awaited<ReturnType<typeof due>>[number]]
      const key = chargeKey(await installationID(office.deps.database.db), customer.customerID, '2026-11-17', 1)
      const charge = {
        paymentID: 'pi_lost',
        checkoutID: newID(),
        customerID: customer.customerID,
        key,
        amountCents: 5_000,
        currency: 'aud',
        kind: act === 'debit_pays' ? 'debit' : 'card',
        test: false,
      } as const
      for (const state of ended)
        await takeEvent(
          office.deps,
          {
            kind: 'charge',
            charge: { ...charge, state, failure: state === 'failed' ? 'insufficient_funds' : null },
            eventID: `evt_${state}`,
            happenedAt: office.clock.now(),
            test: false,
          },
          'asked',
        )
      await story.work()
      expect(await mailsOf()).toEqual(['Your payment didn’t go through'])
      expect(mailServer.received.at(-1)?.text).toContain('- Invoice INV-000001: $50.00 on 20/11/2026')
      expect(await story.subjects('2026-11-18')).toEqual([])
      expect(await story.charges()).toMatchObject([
        { state: 'failed', day: '2026-11-17', dropReason: null },
        { state: 'planned', day: '2026-11-20' },
      ])
    },
  )

  /** The database refuses a row that another one excludes, whatever the servers think. */
  const refused = (insert: PromiseLike<unknown>) => expect(insert).rejects.toMatchObject({ cause: { code: '23505' } })
  const providerCustomer = async ({ customerID }: { customerID: string }) => {
    const { db } = office.deps.database
    const [row] = await db.select().from(paymentCustomers).where(eq(paymentCustomers.customerID, customerID))
    return row!.providerCustomerID
  }
  /** What became of the customer’s charges at the provider, the latest first. */
  const atProvider = async (customer: { customerID: string }) =>
    (await office.deps.payments.chargesOf(await providerCustomer(customer), new Date(0))).map(({ state }) => state)

  test('Two pages that are finished at once leave one card, and the provider forgets the other (P2)', async () => {
    const anna = await story.customer()
    const pages = [await story.opened(anna), await story.opened(anna)]
    await Promise.all(pages.map((page) => story.provider.press(page, 'card_pays')))
    await Promise.all(pages.map((page) => finishSetup(office.deps, page.split('/').at(-1)!)))
    await story.work()
    const { db } = office.deps.database
    const rows = await db.select().from(paymentMethods).orderBy(paymentMethods.state)
    expect(rows.map(({ state, endReason }) => [state, endReason])).toEqual([
      ['active', null],
      ['ended', 'replaced'],
    ])
    const shown = await Promise.all(pages.map(async (page) => (await office.fetch(page)).text()))
    expect(shown.filter((text) => text.includes('It was removed.'))).toHaveLength(1)
    const [active] = rows
    for (const [state, pauseReason] of [['active', null] as const, ['paused', 'office'] as const])
      await refused(
        db.insert(paymentMethods).values({
          ...active!,
          methodID: newID(),
          setupID: null,
          providerMethodID: `pm_${state}`,
          state,
          pauseReason,
        }),
      )
  })

  test('Servers that look at once make one charge of a day and one try of an invoice (P9)', async () => {
    const [{ customer, invoice }] = (await due('card_pays')) as [Awaited<ReturnType<typeof due>>[number]]
    await Promise.all([runAutopay(office.deps), runAutopay(office.deps), runAutopay(office.deps)])
    await story.work()
    expect(await story.payments(customer)).toEqual(['CARD 50 2026-11-17'])
    expect(await atProvider(customer)).toEqual(['paid'])
    const { db } = office.deps.database
    const [[charge], tries] = [await db.select().from(charges), await db.select().from(chargeTries)]
    expect(tries.map(({ invoiceID, number }) => [invoiceID, number])).toEqual([[invoice.invoiceID, 1]])
    const [checkout] = await db.select().from(checkouts)
    const checkoutID = newID()
    await db.insert(checkouts).values({
      ...checkout!,
      checkoutID,
      state: 'planned',
      paymentID: null,
      transactionID: null,
    })
    await refused(db.insert(charges).values({ ...charge!, checkoutID }))
    await refused(db.insert(chargeTries).values({ ...tries[0]!, checkoutID }))
  })

  test('A payment that failed is cancelled at the provider before the next is asked for (P10)', async () => {
    const [{ customer }] = (await due('card_soft')) as [Awaited<ReturnType<typeof due>>[number]]
    const { payments } = office.deps
    const before: string[][] = []
    const deps = {
      ...withCharge(async (order) => {
        before.push(await atProvider(customer))
        return payments.charge(order)
      }),
    }
    const away = Object.assign(Object.create(deps.payments) as typeof payments, {
      cancelCharge: () => Promise.reject(new PaymentsTrouble('away')),
    })
    await runAutopay({ ...deps, payments: away })
    expect(await states()).toEqual(['failed'])
    expect(await atProvider(customer)).toEqual(['failed'])
    await story.work()
    await story.at('2026-11-20', '09:00')
    await story.work()
    await story.at('2026-11-20')
    await askProvider(office.deps)
    await runAutopay(deps)
    await story.work()
    expect(before).toEqual([[], ['cancelled']])
    expect(await atProvider(customer)).toEqual(['cancelled', 'cancelled'])
    // Reported as cancelled, it has not failed once more.
    await story.day('2026-11-23')
    expect(await story.payments(customer)).toEqual(['CARD 50 2026-11-23'])
  })

  test('A debit that is cancelled at the provider has failed, and is tried again (P10)', async () => {
    const anna = await debited()
    await decided('cancelled')
    await story.work()
    expect(await story.charges()).toMatchObject([
      { state: 'failed', message: 'The bank declined the account.' },
      { state: 'planned', day: '2026-11-20' },
    ])
    expect(await mailsOf()).toEqual(['Your payment didn’t go through'])
    expect(await story.ofCustomer(anna)).toMatchObject({ method: { state: 'active' } })
  })

  test.each([
    ['a card payment', 'card_pays', 'CARD'],
    ['a debit', 'debit_pays', 'DIRECT_DEBIT'],
  ] as const)(
    'After a restore %s of several invoices pays the oldest, and nothing twice (P12)',
    async (_what, behaviour, type) => {
      // Not by way of credit.
      await story.set('credit.autoApply', false)
      const anna = await story.saved(behaviour)
      const first = await story.owes(anna, 50)
      await story.at('2026-11-11')
      const second = await story.owes(anna, 30)
      await story.work()
      const key = chargeKey(await installationID(office.deps.database.db), anna.customerID, '2026-11-16', 1)
      const charge = {
        paymentID: 'pi_lost',
        checkoutID: newID(),
        customerID: anna.customerID,
        key,
        amountCents: 6_000,
        currency: 'aud',
        kind: type === 'CARD' ? 'card' : 'debit',
        failure: null,
        test: false,
      } as const
      await story.at('2026-11-17', '09:00')
      const told = (state: 'pending' | 'paid') => ({
        kind: 'charge' as const,
        charge: { ...charge, state },
        eventID: `evt_${state}`,
        happenedAt: office.clock.now(),
        test: false,
      })
      if (type === 'DIRECT_DEBIT') {
        await takeEvent(office.deps, told('pending'), 'asked')
        // Both invoices wait for the bank, although the debit pays the second in part only.
        for (const day of ['2026-11-17', '2026-11-18']) await story.day(day)
        expect(await story.charges({ state: 'pending' })).toMatchObject([
          { invoices: [{ amount: 50 }, { amount: 10 }] },
        ])
        expect(await atProvider(anna)).toEqual([])
        await story.at('2026-11-18', '11:00')
      }
      await takeEvent(office.deps, told('paid'), 'asked')
      expect([await story.invoice(first), await story.invoice(second)]).toMatchObject([{ owing: 0 }, { owing: 20 }])
      for (const day of ['2026-11-18', '2026-11-19', '2026-11-23', '2026-11-24']) {
        await story.day(day, '09:00')
        await story.day(day)
        await story.day(day, '10:20')
      }
      expect(
        (await story.payments(anna)).map((payment) => payment.split(' ').slice(0, 2).join(' ')).toSorted(),
      ).toEqual([`${type} 20`, `${type} 60`])
      expect(await story.balance(anna)).toBe(0)
    },
  )

  test('A charge whose invoice has a debit of a page on its way waits a working day (P13)', async () => {
    const [{ customer, invoice }] = (await due('card_pays')) as [Awaited<ReturnType<typeof due>>[number]]
    const { invoiceID } = invoice
    const page = await story.admin.post<{ url: string }>('/v1/payments/checkout', { invoiceIDs: [invoiceID] })
    await story.provider.press(page.body.url, 'debit_fails')
    await story.until(async () => (await story.invoice(invoice)).charge === null, { working: true })
    expect(await story.charges()).toMatchObject([{ state: 'dropped', message: 'Another payment was on its way.' }])
    await story.day('2026-11-17', '10:30')
    expect(await story.payments(customer)).toEqual([])
    expect(await story.invoice(invoice)).toMatchObject({ charge: { state: 'planned', day: '2026-11-18', amount: 50 } })
    await story.day('2026-11-18')
    expect(await story.payments(customer)).toEqual(['CARD 50 2026-11-18'])
  })

  test('An invoice’s email promises no charge of a card that ends before, and says how to pay (P16)', async () => {
    const anna = await story.saved('card_expires')
    await story.at('2026-11-25')
    await story.owes(anna)
    const text = () => mailServer.received.at(-1)?.text
    expect(text()).toContain('Please pay $50.00 by 02/12/2026.')
    expect(text()).toContain('Pay online: ')
    expect(text()).not.toContain('charge')
    expect(await story.subjects('2026-11-26')).toEqual(['Your card expires soon'])
  })

  test('An invoice’s email promises no charge of less than a card takes (P8)', async () => {
    const anna = await story.saved()
    await story.owes(anna, 0.49)
    expect(mailServer.received.at(-1)?.text).toContain('Please pay $0.49 by 17/11/2026.')
    for (const day of ['2026-11-11', '2026-11-20', '2026-12-01']) expect(await story.subjects(day)).toEqual([])
  })

  /** Finishes the provider’s page, and reads what the provider has of the method. */
  const finished = async (url: string) => {
    await story.provider.press(url, 'card_pays')
    await office.sandbox!.runDue()
    return (await office.fetch(url)).text()
  }
  const removed = async (customerID: string) => {
    const { status } = await story.admin.delete(`/v1/users/customers/${customerID}`)
    expect(status).toBe(204)
  }

  test.each(['an invoice', 'nothing else'])(
    'A card that a deleted customer with %s still saves is forgotten by the provider',
    async (what) => {
      const anna = await story.customer()
      if (what === 'an invoice') await story.pay(await story.owes(anna))
      const url = await story.opened(anna)
      await removed(anna.customerID)
      expect(await finished(url)).toContain('It was removed.')
    },
  )

  test('The saved card of a deleted customer is forgotten by the provider (P21)', async () => {
    const anna = await story.customer()
    const url = await story.opened(anna)
    expect(await finished(url)).not.toContain('It was removed.')
    await removed(anna.customerID)
    await runAutopay(office.deps)
    expect(await (await office.fetch(url)).text()).toContain('It was removed.')
  })

  test('The page on which a deleted customer could save a card is closed', async () => {
    const anna = await story.customer()
    const url = await story.opened(anna)
    await removed(anna.customerID)
    await runAutopay(office.deps)
    expect(await finished(url)).toContain('This page has expired.')
  })

  test('A card saved after the backup that was restored is forgotten, and one of another installation is not', async () => {
    const { db } = office.deps.database
    const url = await story.opened(await story.customer())
    await db.delete(paymentMethods)
    expect(await finished(url)).toContain('It was removed.')
    const other = await story.opened(await story.customer())
    await db.delete(paymentMethods)
    await db.update(installation).set({ value: 'another' }).where(eq(installation.key, 'installationID'))
    expect(await finished(other)).not.toContain('It was removed.')
  })

  test('Before switching on, the office sees of whom how much is charged and when, and nobody without an email', async () => {
    const [anna, ben] = [await story.saved(), await story.saved()]
    await story.set('autopay.enabled', false)
    await story.owes(anna)
    await story.owes(ben, 30, false)
    const { db } = office.deps.database
    await db.update(users).set({ email: null }).where(eq(users.userID, ben.customerID))
    const shown = await office.call(story.admin, listAutopay, {})
    expect(shown).toMatchObject({ firstDay: '2026-11-17', planned: { customers: 1, invoices: 1, amount: 50 } })
    expect(new Map(shown.items.map(({ customerID, toCharge }) => [customerID, toCharge]))).toEqual(
      new Map([
        [anna.customerID, { day: '2026-11-17', amount: 50 }],
        [ben.customerID, null],
      ]),
    )
  })
})
