import { newID } from '#domain/identifiers.ts'
import { openPayments } from '#server/adapters/payments/open-payments.ts'
import type { PaymentsSandbox } from '#server/adapters/payments/sandbox/sandbox.ts'
import type { DatabaseKind } from '#server/db/database.ts'
import type { CheckoutOrder, PaymentsPort, ProviderEvent, RefusedEvent } from '#server/payments-port.ts'
import { secretsOf } from '#server/secrets.ts'
import { databases, freshDatabase } from './databases.ts'
import { type LogLine, memoryLog } from './memory-log.ts'
import { type SettableClock, settableClock } from './settable-clock.ts'

type Act = { readonly act: string; readonly delivery?: string }

/** A webhook as it arrived: its bytes, its signature, and what it was read as. */
export interface Received {
  readonly body: string
  readonly signature: string
  readonly event: ProviderEvent | RefusedEvent
}

export interface TestPayments {
  readonly payments: PaymentsPort
  readonly sandbox: PaymentsSandbox
  readonly clock: SettableClock
  readonly logged: LogLine[]
  readonly received: Received[]
  /** The events the product acts upon, in the order they arrived. */
  readonly events: () => ProviderEvent[]
  /** The status that webhooks are answered with. */
  answerWith(status: number): void
  order(overrides?: Partial<CheckoutOrder>): CheckoutOrder
  /** Opens a checkout and presses a button on its page. */
  pressed(act: Act, overrides?: Partial<CheckoutOrder>): Promise<{ order: CheckoutOrder; providerID: string }>
  /** Presses a button of the page, and answers where the browser goes. */
  press(providerID: string, act: Act): Promise<string>
  /** Lets time pass and does what is due by then. */
  pass(ms: number): Promise<void>
  /** The payments of another server on the same database; its webhooks are received here as well. */
  another(): { readonly payments: PaymentsPort; readonly sandbox: PaymentsSandbox }
  /** Stops, and starts again on the same database. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** The payments of a server without Stripe's keys: Stripe's client, the sandbox behind it, and a receiver of webhooks. */
export async function testPayments(kind: DatabaseKind = databases[0]!): Promise<TestPayments> {
  const database = await freshDatabase(kind)
  const clock = settableClock('2026-11-10T00:00:00Z')
  const logged: LogLine[] = []
  const received: Received[] = []
  let status = 200
  const open = () => {
    const opened = openPayments({
      stripe: undefined,
      db: database.db,
      secrets: secretsOf('a secret key for the tests, long enough', []),
      clock,
      log: memoryLog(logged),
      firmName: async () => 'Green & Sons',
    })
    opened.sandbox!.sendWebhooksWith(async (body, headers) => {
      if (status !== 200) return status
      const signature = headers['stripe-signature']!
      const event = await opened.payments.readEvent(Buffer.from(body), signature, clock.now())
      received.push({ body, signature, event })
      return status
    })
    return { payments: opened.payments, sandbox: opened.sandbox! }
  }
  let now = open()
  const others: { readonly payments: PaymentsPort }[] = []

  const order: TestPayments['order'] = (overrides) => ({
    checkoutID: newID(),
    amountCents: 12_050,
    currency: 'aud',
    lines: [
      { text: 'Invoice 1001', amountCents: 8000 },
      { text: 'Invoice 1002', amountCents: 4050 },
    ],
    customerEmail: 'pat@customer.example',
    successUrl: 'https://rounds.example/payment-success?checkout={CHECKOUT_SESSION_ID}',
    cancelUrl: 'https://rounds.example/payment-cancel',
    expiresAt: new Date(clock.now().getTime() + 3_600_000),
    idempotencyKey: newID(),
    ...overrides,
  })
  const press: TestPayments['press'] = async (providerID, act) => {
    const body = new URLSearchParams(act).toString()
    const answer = await now.sandbox.page({ method: 'POST', sessionID: providerID, query: '', body })
    return answer.headers['location'] ?? ''
  }
  return {
    get payments() {
      return now.payments
    },
    get sandbox() {
      return now.sandbox
    },
    clock,
    logged,
    received,
    events: () =>
      received
        .map(({ event }) => event)
        .filter((event): event is ProviderEvent => !['ignored', 'refused'].includes(event.kind)),
    answerWith: (next) => void (status = next),
    order,
    press,
    async pressed(act, overrides) {
      const made = order(overrides)
      const { providerID } = await now.payments.createCheckout(made)
      await press(providerID, act)
      return { order: made, providerID }
    },
    async pass(ms) {
      clock.pass(ms)
      await now.sandbox.runDue()
    },
    another() {
      const opened = open()
      others.push(opened)
      return opened
    },
    async restart() {
      await now.payments.close()
      now = open()
    },
    async close() {
      for (const { payments } of [now, ...others]) await payments.close()
      await database.close()
    },
  }
}
