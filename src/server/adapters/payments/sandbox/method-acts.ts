import { dayOf } from '#domain/dates.ts'
import type { SandboxEvents } from './events.ts'
import { newSandboxID } from './ids.ts'
import type { Behaviour, SandboxCustomer, SandboxMandate, SandboxMethod, SandboxSetup } from './method-objects.ts'
import type { SandboxSession } from './objects.ts'
import type { StoredObjects } from './stored-objects.ts'
import type { Delivery } from './stored-tasks.ts'

/** Where the customers' banks are, by which a card's last month ends. */
const ZONE = 'Australia/Sydney'
const CARD_YEARS = 3

/** Stripe's own test numbers where it has one for the behaviour. */
const NUMBERS: Readonly<Record<Behaviour, { readonly brand?: string; readonly last4: string }>> = {
  card_pays: { brand: 'visa', last4: '4242' },
  card_soft: { brand: 'visa', last4: '9995' },
  card_hard: { brand: 'visa', last4: '9987' },
  card_authentication: { brand: 'visa', last4: '3184' },
  card_expires: { brand: 'mastercard', last4: '4444' },
  debit_pays: { last4: '3456' },
  debit_fails: { last4: '1113' },
  debit_returned: { last4: '2227' },
  debit_cancelled: { last4: '3335' },
}

/** Customers and their saved methods at the provider, and the events that follow. */
export class SandboxMethods {
  readonly #objects: StoredObjects
  readonly #events: SandboxEvents
  readonly #now: Date

  constructor(parts: { readonly objects: StoredObjects; readonly events: SandboxEvents; readonly now: Date }) {
    this.#objects = parts.objects
    this.#events = parts.events
    this.#now = parts.now
  }

  /** Without an email, because the sandbox mails nobody and forgets nothing. */
  async addCustomer(metadata: SandboxCustomer['metadata']): Promise<SandboxCustomer> {
    const customer: SandboxCustomer = { ...this.#made('cus'), object: 'customer', email: null, metadata }
    await this.#objects.add(customer)
    return customer
  }

  /** The customer finishes the page. */
  async save(session: SandboxSession, setup: SandboxSetup, behaviour: Behaviour, delivery: Delivery): Promise<void> {
    const method = this.#methodOf(setup.customer, behaviour)
    await this.#objects.add(method, setup.customer)
    if (method.type === 'au_becs_debit') setup.mandate = await this.#agree(method)
    setup.payment_method = method.id
    setup.status = 'succeeded'
    await this.#objects.change(setup)
    session.status = 'complete'
    session.url = null
    await this.#objects.change(session)
    await this.#events.tell('checkout.session.completed', session, delivery)
  }

  async detach(method: SandboxMethod): Promise<void> {
    method.customer = null
    await this.#objects.change(method)
    await this.#events.tell('payment_method.detached', method)
  }

  mandateOf(methodID: string): Promise<SandboxMandate | undefined> {
    return this.#objects.last('mandate', [methodID])
  }

  async endMandate(methodID: string): Promise<void> {
    const mandate = await this.mandateOf(methodID)
    if (mandate?.status !== 'active') return
    mandate.status = 'inactive'
    await this.#objects.change(mandate)
    await this.#events.tell('mandate.updated', mandate)
  }

  /** The customer's bank sends a new card, and the provider takes its last month over. */
  async renewCard(method: SandboxMethod): Promise<void> {
    if (!method.card || method.customer === null) return
    const { year } = this.#month()
    method.card = { ...method.card, exp_month: 12, exp_year: Math.max(year, method.card.exp_year) + CARD_YEARS }
    await this.#objects.change(method)
    await this.#events.tell('payment_method.automatically_updated', method)
  }

  hasExpired({ card }: SandboxMethod): boolean {
    const { year, month } = this.#month()
    return card !== undefined && (card.exp_year < year || (card.exp_year === year && card.exp_month < month))
  }

  #methodOf(customer: string, behaviour: Behaviour): SandboxMethod {
    const { brand, last4 } = NUMBERS[behaviour]
    const method = {
      ...this.#made('pm'),
      object: 'payment_method',
      customer,
      sandbox: { behaviour, declined: {} },
    } as const
    if (brand === undefined) return { ...method, type: 'au_becs_debit', au_becs_debit: { bsb_number: '000000', last4 } }
    const { year, month } = this.#month()
    const last =
      behaviour === 'card_expires'
        ? { exp_month: month, exp_year: year }
        : { exp_month: 12, exp_year: year + CARD_YEARS }
    return { ...method, type: 'card', card: { brand, last4, ...last } }
  }

  async #agree({ id }: SandboxMethod): Promise<string> {
    const mandate: SandboxMandate = {
      ...this.#made('mandate'),
      object: 'mandate',
      payment_method: id,
      status: 'active',
      type: 'multi_use',
    }
    await this.#objects.add(mandate, id)
    return mandate.id
  }

  #made(prefix: 'cus' | 'mandate' | 'pm') {
    return { id: newSandboxID(prefix), created: Math.floor(this.#now.getTime() / 1000), livemode: false } as const
  }

  #month() {
    const [year, month] = dayOf(this.#now, ZONE).split('-').map(Number)
    return { year: year!, month: month! }
  }
}
