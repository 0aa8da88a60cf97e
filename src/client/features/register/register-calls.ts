import type { CallOf, OutputOf } from '#contract/endpoint.ts'
import { listAvailableProducts } from '#contract/v1/packages.ts'
import { openCheckout } from '#contract/v1/payments.ts'
import { askForSuburb, getRegistrationForm, register, type RegistrationForm } from '#contract/v1/registration.ts'
import { listPublicSuburbs } from '#contract/v1/suburbs.ts'
import type { Answer } from '#client/api/answers.ts'
import type { Call } from '#client/api/call.ts'

export type Offered = OutputOf<typeof listAvailableProducts>['items'][number]
export type PublicSuburb = OutputOf<typeof listPublicSuburbs>['items'][number]
export type Registered = OutputOf<typeof register>
export type Firm = {
  readonly name: string
  readonly logoUrl: string | null
  readonly notice?: string | null
  readonly sendsMail?: boolean
}

export interface RegisterCalls {
  form: () => Promise<Answer<RegistrationForm>>
  packages: () => Promise<Answer<OutputOf<typeof listAvailableProducts>>>
  suburbs: (keyword: string) => Promise<Answer<OutputOf<typeof listPublicSuburbs>>>
  register: (input: CallOf<typeof register>, idempotencyKey: string) => Promise<Answer<Registered>>
  askForSuburb: (input: CallOf<typeof askForSuburb>) => Promise<Answer<unknown>>
  pay: (checkoutToken: string) => Promise<Answer<{ url: string }>>
  leave: (url: string) => void
}

const SUBURBS_SHOWN = 8

export const registerCalls = (call: Call, leave: RegisterCalls['leave']): RegisterCalls => ({
  form: () => call(getRegistrationForm, {}),
  packages: () => call(listAvailableProducts, {}),
  suburbs: (keyword) => call(listPublicSuburbs, { keyword, perPage: SUBURBS_SHOWN }),
  register: (input, idempotencyKey) => call(register, input, { idempotencyKey }),
  askForSuburb: (input) => call(askForSuburb, input),
  pay: (checkoutToken) => call(openCheckout, { checkoutToken }),
  leave,
})
