import { deviceStorage } from '#client/api/browser-storage.ts'
import type { PublicSuburb } from './register-calls.ts'

const KEY = 'rr-register'
const KEPT_MS = 7 * 86_400_000

/** What was entered so far, by the fields' names. */
export interface Draft {
  readonly productID?: string
  readonly cycle?: string
  readonly suburb?: PublicSuburb
  /** Text fields, and `on` for ticked boxes. */
  readonly fields?: Readonly<Record<string, string>>
  /** It is set once the registration is sent, until the payment was paid or declined. */
  readonly registered?: {
    readonly email: string
    readonly payment?: { readonly amount: number; readonly checkoutToken: string }
  }
}

interface Stored {
  readonly savedAt: number
  readonly draft: Draft
}

/** The draft of the last 7 days on this device; empty where there is none. */
export function readDraft(now: number): Draft {
  try {
    const stored = JSON.parse(deviceStorage.getItem(KEY) ?? 'null') as Stored | null
    return stored !== null && now - stored.savedAt < KEPT_MS ? stored.draft : {}
  } catch {
    return {}
  }
}

export function keepDraft(draft: Draft, now: number): void {
  deviceStorage.setItem(KEY, JSON.stringify({ savedAt: now, draft } satisfies Stored))
}

/** Forgets what a paid registration need not ask again; the email stays for the way to its link. */
export function forgetPayment(now: number): void {
  const { registered } = readDraft(now)
  if (registered !== undefined) keepDraft({ registered: { email: registered.email } }, now)
}

export function forgetDraft(): void {
  deviceStorage.removeItem(KEY)
}
