import type { PaymentsPort } from '../../payments-port.ts'
import type { Clock, Log, Secrets } from '../../ports.ts'
import { type PaymentsSandbox, paymentsSandbox, type SandboxSettings } from './sandbox/sandbox.ts'
import { stripePayments } from './stripe-payments.ts'

export interface PaymentsSettings {
  /** undefined: the sandbox. */
  readonly stripe: { readonly secretKey: string; readonly webhookSecrets: readonly string[] } | undefined
  /** Holds the sandbox's state. */
  readonly db: SandboxSettings['db']
  readonly secrets: Secrets
  readonly clock: Clock
  readonly log: Log
  readonly firmName: () => Promise<string>
}

const PURPOSE = 'payments-sandbox'

/** Stripe if its keys are set, else the sandbox, both through the same code. */
export function openPayments(settings: PaymentsSettings): { payments: PaymentsPort; sandbox: PaymentsSandbox | null } {
  const { stripe, secrets, log } = settings
  if (stripe) return { payments: stripePayments({ kind: 'stripe', ...stripe, log }), sandbox: null }
  // The keys are the same after a restart, and are stored nowhere.
  const secretKey = `sk_sandbox_${secrets.hmac(PURPOSE, 'API key')}`
  const webhookSecret = `whsec_${secrets.hmac(PURPOSE, 'webhook secret')}`
  const sandbox = paymentsSandbox({ ...settings, secretKey, webhookSecret })
  const payments = stripePayments({
    kind: 'sandbox',
    secretKey,
    webhookSecrets: [webhookSecret],
    address: () => sandbox.listen(),
    log,
  })
  const close = async () => {
    await payments.close()
    await sandbox.close()
  }
  return { payments: { ...payments, close }, sandbox }
}
