import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type {
  SandboxBooking,
  SandboxDispute,
  SandboxEvent,
  SandboxLine,
  SandboxPayment,
  SandboxPayout,
  SandboxRefund,
  SandboxSession,
} from './objects.ts'

/** How the webhook of an act arrives; chosen on the page under "Advanced". */
export const DELIVERIES = ['usual', 'twice', 'late', 'reversed', 'never'] as const
export type Delivery = (typeof DELIVERIES)[number]

/** Something to do at a time (milliseconds since 1970). */
export type Task =
  | { readonly do: 'deliver'; readonly eventID: string; readonly tries: number; readonly dueAt: number }
  | {
      readonly do: 'settle'
      readonly sessionID: string
      readonly succeeds: boolean
      readonly delivery: Delivery
      readonly dueAt: number
    }

interface Answered {
  readonly key: string
  readonly request: string
  readonly body: unknown
  readonly at: number
}

interface Stored {
  readonly sessions: SandboxSession[]
  readonly lines: Record<string, readonly SandboxLine[]>
  readonly payments: SandboxPayment[]
  readonly refunds: SandboxRefund[]
  readonly disputes: SandboxDispute[]
  readonly bookings: SandboxBooking[]
  readonly payouts: SandboxPayout[]
  readonly events: SandboxEvent[]
  readonly answered: Answered[]
  tasks: Task[]
}

/** Beyond these numbers the oldest are deleted, so that each save stays small. */
const MOST = {
  sessions: 500,
  payments: 500,
  refunds: 1000,
  disputes: 500,
  bookings: 3000,
  payouts: 500,
  events: 3000,
  answered: 500,
} as const

/**
 * The whole state of the sandbox, in memory and in one file that each change replaces, so that a restart of the demo
 * loses neither a paid checkout nor an undelivered webhook.
 */
export class SandboxState {
  readonly stored: Stored
  readonly #file: string
  #saving: Promise<void> = Promise.resolve()
  #waiting: Promise<void> | null = null

  constructor(dataDir: string) {
    this.#file = path.join(dataDir, 'payments-sandbox.json')
    this.stored = storedIn(this.#file)
  }

  session(id: string): SandboxSession | undefined {
    return this.stored.sessions.find((session) => session.id === id)
  }

  payment(id: string): SandboxPayment | undefined {
    return this.stored.payments.find((payment) => payment.id === id)
  }

  refundedOf(paymentID: string): number {
    return this.stored.refunds
      .filter(({ payment_intent }) => payment_intent === paymentID)
      .reduce((sum, { amount }) => sum + amount, 0)
  }

  disputeOf(paymentID: string): SandboxDispute | undefined {
    return this.stored.disputes.findLast(({ payment_intent }) => payment_intent === paymentID)
  }

  /** Resolves when the file holds the present state. Saves requested during a save share the next one. */
  save(): Promise<void> {
    this.#waiting ??= this.#saving
      .catch(() => undefined)
      .then(() => {
        this.#waiting = null
        this.#saving = this.#write()
        return this.#saving
      })
    return this.#waiting
  }

  async #write(): Promise<void> {
    for (const [name, most] of Object.entries(MOST)) {
      const rows = this.stored[name as keyof typeof MOST]
      rows.splice(0, rows.length - most)
    }
    const known = new Set(this.stored.sessions.map(({ id }) => id))
    for (const id of Object.keys(this.stored.lines)) if (!known.has(id)) delete this.stored.lines[id]
    mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 })
    const half = `${this.#file}.half`
    await writeFile(half, JSON.stringify(this.stored), { mode: 0o600 })
    await rename(half, this.#file)
  }
}

/** A file damaged by a power cut must not prevent the start; it holds no real money. */
function storedIn(file: string): Stored {
  try {
    return { ...emptyState(), ...(JSON.parse(readFileSync(file, 'utf8')) as Stored) }
  } catch {
    return emptyState()
  }
}

const emptyState = (): Stored => ({
  sessions: [],
  lines: {},
  payments: [],
  refunds: [],
  disputes: [],
  bookings: [],
  payouts: [],
  events: [],
  answered: [],
  tasks: [],
})

/** A random id in Stripe's format; a session's id shows that it is the sandbox's. */
export const newSandboxID = (prefix: 'cs_sandbox' | 'pi' | 'ch' | 're' | 'du' | 'evt' | 'req' | 'txn' | 'po') =>
  `${prefix}_${randomBytes(18).toString('hex')}`
