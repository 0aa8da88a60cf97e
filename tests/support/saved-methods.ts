import { newID } from '#domain/identifiers.ts'
import type { ChargeFound, ChargeOrder, SetupFound, SetupOrder } from '#server/payments-port.ts'
import type { TestPayments } from './payments.ts'

/** A card or bank account that a customer saved on the sandbox's page. */
export interface SavedMethod {
  /** Of the page on which it was saved. */
  readonly providerID: string
  readonly providerCustomerID: string
  readonly setup: SetupFound
  readonly method: NonNullable<SetupFound['method']>
  order(overrides?: Partial<ChargeOrder>): ChargeOrder
  charge(overrides?: Partial<ChargeOrder>): Promise<ChargeFound>
  /** What became of a charge. */
  now(charge: ChargeFound): Promise<ChargeFound | null>
}

export async function setupOrder(office: TestPayments, overrides: Partial<SetupOrder> = {}): Promise<SetupOrder> {
  return {
    methodID: newID(),
    installation: 'this one',
    providerCustomerID: overrides.providerCustomerID ?? (await office.payments.customerFor(newID(), null)),
    successUrl: 'https://rounds.example/saved?page={CHECKOUT_SESSION_ID}',
    cancelUrl: 'https://rounds.example/not-saved',
    expiresAt: new Date(office.clock.now().getTime() + 3_600_000),
    ...overrides,
  }
}

/** @param act the button of the page, which says what every later charge does */
export async function savedMethod(office: TestPayments, act: string): Promise<SavedMethod> {
  const made = await setupOrder(office)
  const { providerCustomerID } = made
  const { providerID } = await office.payments.setUp(made)
  await office.press(providerID, { act })
  const setup = await office.payments.lookUpSetup(providerID)
  const method = setup?.method
  if (!setup || !method) throw new Error(`Nothing was saved by ${act}`)
  const order: SavedMethod['order'] = (overrides) => ({
    checkoutID: newID(),
    customerID: newID(),
    key: newID(),
    providerCustomerID,
    providerMethodID: method.providerMethodID,
    kind: method.kind,
    amountCents: 12_050,
    text: 'Invoice 1001',
    ...overrides,
  })
  office.received.length = 0
  return {
    providerID,
    providerCustomerID,
    setup,
    method,
    order,
    charge: async (overrides) => {
      const charge = await office.payments.charge(order(overrides))
      await office.sandbox.runDue()
      return charge
    },
    now: ({ paymentID }) => office.payments.lookUpCharge(paymentID),
  }
}
