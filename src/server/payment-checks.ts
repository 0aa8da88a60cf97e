import { type BackgroundRun, startBackgroundWork } from './background-work.ts'
import { askProvider } from './features/payments/ask-provider.ts'
import { repeatRefunds } from './features/payments/refunds-commands.ts'
import { askPayouts } from './features/payouts/ask-payouts.ts'
import type { Dependencies } from './ports.ts'

type Needs = Pick<Dependencies, 'database' | 'payments' | 'clock' | 'log' | 'mail' | 'config'>

const ASK_EVERY_MS = 5 * 60_000

/**
 * Asks at the start and every five minutes: about missed webhooks, refunds without an answer, and payouts. One that
 * fails does not keep the others from being asked. `stop` waits for a check in progress.
 */
export function startAskingProvider(deps: Needs): BackgroundRun {
  return startBackgroundWork(deps, {
    everyMs: ASK_EVERY_MS,
    failed: 'the payment provider could not be asked',
    works: {
      'card-payments': (goOn) => askProvider(deps, goOn),
      refunds: (goOn) => repeatRefunds(deps, goOn),
      payouts: (goOn) => askPayouts(deps, goOn),
    },
  })
}
