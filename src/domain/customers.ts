import type { CustomerStatus } from './words.ts'

/** The actions the office may take on a customer in each status (domain.md 10), for buttons and server. */

export const CUSTOMER_ACTIONS = [
  'edit',
  'cycle',
  'block',
  'cancel',
  'reactivate',
  'delete',
  'send-quotation',
  'make-official',
  'delete-request',
  'merge',
] as const
export type CustomerAction = (typeof CUSTOMER_ACTIONS)[number]

const ALLOWED: Readonly<Record<CustomerStatus, readonly CustomerAction[]>> = {
  PENDING: ['edit', 'send-quotation', 'make-official', 'delete-request', 'merge'],
  ACTIVE: ['edit', 'cycle', 'block', 'cancel', 'delete'],
  BLOCKED: ['edit', 'cycle', 'cancel', 'reactivate', 'delete'],
  CANCELED: ['edit', 'reactivate', 'delete'],
}

export const CUSTOMER_TARGET = {
  block: 'BLOCKED',
  cancel: 'CANCELED',
  reactivate: 'ACTIVE',
  'make-official': 'ACTIVE',
} as const satisfies Partial<Record<CustomerAction, CustomerStatus>>

export function customerActions(status: CustomerStatus): readonly CustomerAction[] {
  return ALLOWED[status]
}

export function customerCan(status: CustomerStatus, action: CustomerAction): boolean {
  return ALLOWED[status].includes(action)
}

const STATE_WORDS: Readonly<Record<CustomerStatus, string>> = {
  PENDING: 'still a request',
  ACTIVE: 'active',
  BLOCKED: 'blocked',
  CANCELED: 'cancelled',
}

/** Why the action is not possible, as a sentence: another person may have changed the status meanwhile. */
export function stateSentence(status: CustomerStatus): string {
  return `This can’t be done: the customer is ${STATE_WORDS[status]}.`
}
