import type { Home } from '#contract/v1/home.ts'

/** Refetch interval while Home is visible, ms. */
export const LIVE_MS = 15_000

export type HomeRun = Home['runs'][number]

/** Unpaid invoices that were neither emailed nor printed, and wait for nothing; debts from the old program are not. */
export const TO_SEND = { delivery: 'not_sent', status: 'waiting_payment', kind: 'invoice' } as const
