/** Objects of Stripe's API about saved methods. */

export const METHOD_TYPES = ['card', 'au_becs_debit'] as const
export type MethodType = (typeof METHOD_TYPES)[number]

export interface SandboxCustomer {
  readonly id: string
  readonly object: 'customer'
  readonly created: number
  readonly email: null
  readonly livemode: false
  readonly metadata: Readonly<Record<string, string>>
}

/** What every later charge of a saved method does; chosen on the page. */
export const BEHAVIOURS = [
  'card_pays',
  'card_soft',
  'card_hard',
  'card_authentication',
  'card_expires',
  'debit_pays',
  'debit_fails',
  'debit_returned',
  'debit_cancelled',
] as const
export type Behaviour = (typeof BEHAVIOURS)[number]

export interface SandboxMethod {
  readonly id: string
  readonly object: 'payment_method'
  readonly au_becs_debit?: { readonly bsb_number: string; readonly last4: string }
  card?: { readonly brand: string; readonly last4: string; readonly exp_month: number; readonly exp_year: number }
  readonly created: number
  /** Null: detached, and never charged again. */
  customer: string | null
  readonly livemode: false
  readonly type: MethodType
  /** `declined`: how often the card was declined for an amount, cents, since it last paid that amount. */
  readonly sandbox: { readonly behaviour: Behaviour; readonly declined: Record<string, number> }
}

/** A customer's page on which a method is saved. */
export interface SandboxSetup {
  readonly id: string
  readonly object: 'setup_intent'
  readonly created: number
  readonly customer: string
  readonly livemode: false
  /** Only a bank account has one. */
  mandate: string | null
  readonly metadata: Readonly<Record<string, string>>
  payment_method: string | null
  readonly payment_method_types: readonly MethodType[]
  status: 'canceled' | 'requires_payment_method' | 'succeeded'
  readonly usage: 'off_session'
}

/** The agreement by which a bank account is debited. */
export interface SandboxMandate {
  readonly id: string
  readonly object: 'mandate'
  readonly created: number
  readonly livemode: false
  readonly payment_method: string
  status: 'active' | 'inactive'
  readonly type: 'multi_use'
}
