import { Cron } from 'croner'
import { askProvider } from './features/payments/ask-provider.ts'
import { repeatRefunds } from './features/payments/refunds-commands.ts'
import { askPayouts } from './features/payouts/ask-payouts.ts'
import type { Dependencies } from './ports.ts'

type Needs = Pick<Dependencies, 'database' | 'payments' | 'clock' | 'log' | 'mail'>

const CHECKS: readonly (readonly [about: string, check: (deps: Needs) => Promise<unknown>])[] = [
  ['missed webhooks', askProvider],
  ['refunds without an answer', repeatRefunds],
  ['payouts', askPayouts],
]

/** Runs every five minutes. `stop` waits for a check in progress. */
export function startAskingProvider(deps: Needs): { stop(): Promise<void> } {
  let underWay: Promise<void> = Promise.resolve()
  const ask = () => {
    underWay = askAll(deps)
    return underWay
  }
  const cron = new Cron('*/5 * * * *', { protect: true, unref: true }, ask)
  return {
    stop: async () => {
      cron.stop()
      await underWay
    },
  }
}

/** One that fails does not keep the others from being asked. */
async function askAll(deps: Needs): Promise<void> {
  for (const [about, check] of CHECKS)
    try {
      await check(deps)
    } catch (error) {
      const kind = error instanceof Error ? error.name : typeof error
      deps.log.error({ kind, about }, 'the payment provider could not be asked')
    }
}
