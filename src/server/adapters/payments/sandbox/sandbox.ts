import type { Database } from '../../../db/database.ts'
import { neverGivenUp } from '../../../db/pool.ts'
import type { Clock, Log } from '../../../ports.ts'
import { SandboxApi } from './api.ts'
import { SandboxApiServer } from './api-server.ts'
import { SandboxDeliveries, type SendWebhook } from './deliveries.ts'
import { type PageAnswer, type PageRequest, SandboxPage } from './page.ts'
import { inTurnOn } from './parts.ts'

export interface SandboxSettings {
  /** Holds its state, which all servers share. */
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly secretKey: string
  readonly webhookSecret: string
  readonly firmName: () => Promise<string>
}

/** Card payments without money: Stripe's API for its client, a payment page for customers, and webhooks for us. */
export interface PaymentsSandbox {
  /** Starts the API on a port of this machine. */
  listen(): Promise<{ readonly host: string; readonly port: number }>
  page(request: PageRequest): Promise<PageAnswer>
  /** Sends webhooks from now on, including those from before a restart. */
  sendWebhooksWith(send: SendWebhook): void
  /** Does what is due; called every second. */
  runDue(): Promise<void>
  close(): Promise<void>
}

const LOOKS_EVERY_MS = 1000

export function paymentsSandbox(settings: SandboxSettings): PaymentsSandbox {
  const { db, clock, log, secretKey, webhookSecret, firmName } = settings
  const inTurn = inTurnOn(db, clock)
  const deliveries = new SandboxDeliveries({ db, inTurn, clock, log, webhookSecret })
  let underWay: Promise<void> = Promise.resolve()
  let isFailing = false

  const run = async () => {
    try {
      await deliveries.runDue()
      isFailing = false
    } catch (error) {
      // A failure is logged once, not every second while the database is away.
      if (!isFailing)
        log.error({ name: error instanceof Error ? error.name : typeof error }, 'the payments sandbox failed')
      isFailing = true
    }
  }
  /**
   * Runs come one after the other, so that whoever waits for one finds delivered what was due when it asked. A failure
   * must not end the process; what is due is tried again a second later.
   */
  const runDue = () => (underWay = underWay.then(() => neverGivenUp(run)))

  const api = new SandboxApi(inTurn)
  const server = new SandboxApiServer({ api, secretKey, log, afterwards: () => void runDue() })
  const page = new SandboxPage({ inTurn, firmName, changed: runDue })
  let timer: NodeJS.Timeout | undefined

  return {
    listen: () => server.listen(),
    page: (request) => page.answer(request),
    sendWebhooksWith(send) {
      deliveries.sendWith(send)
      timer ??= setInterval(() => void runDue(), LOOKS_EVERY_MS).unref()
    },
    runDue,
    async close() {
      clearInterval(timer)
      deliveries.stop()
      await server.close()
      await underWay
    },
  }
}
