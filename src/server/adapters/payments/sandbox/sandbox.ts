import type { Clock, Log } from '../../../ports.ts'
import { SandboxActs } from './acts.ts'
import { SandboxApi } from './api.ts'
import { SandboxApiServer } from './api-server.ts'
import { SandboxBalance } from './balance.ts'
import { SandboxDeliveries, type SendWebhook } from './deliveries.ts'
import { SandboxEvents } from './events.ts'
import { type PageAnswer, type PageRequest, SandboxPage } from './page.ts'
import { SandboxState } from './state.ts'

export interface SandboxSettings {
  readonly dataDir: string
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
  const { dataDir, clock, log, secretKey, webhookSecret, firmName } = settings
  const state = new SandboxState(dataDir)
  const events = new SandboxEvents(state, clock)
  const balance = new SandboxBalance(state, events, clock)
  const acts = new SandboxActs({ state, events, balance, clock })
  const deliveries = new SandboxDeliveries({ state, acts, clock, log, webhookSecret })
  let underWay: Promise<void> = Promise.resolve()

  /**
   * Runs come one after the other, so that whoever waits for one finds delivered what was due when it asked. A failure
   * must not end the process; what is due is tried again a second later.
   */
  const runDue = () => {
    underWay = underWay
      .then(() => deliveries.runDue())
      .catch((error: unknown) =>
        log.error({ name: error instanceof Error ? error.name : typeof error }, 'the payments sandbox failed'),
      )
    return underWay
  }
  const changed = async () => {
    await state.save()
    await runDue()
  }

  const api = new SandboxApi(state, acts, clock)
  const server = new SandboxApiServer({ api, secretKey, save: () => state.save(), afterwards: () => void runDue() })
  const page = new SandboxPage({ state, acts, balance, firmName, changed })
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
