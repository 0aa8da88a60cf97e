import { randomBytes } from 'node:crypto'

type Prefix =
  'ch' | 'cs_sandbox' | 'cus' | 'du' | 'evt' | 'mandate' | 'pi' | 'pm' | 'po' | 're' | 'req' | 'seti' | 'txn'

/** A random id in Stripe's format; a session's id shows that it is the sandbox's. */
export const newSandboxID = (prefix: Prefix) => `${prefix}_${randomBytes(18).toString('hex')}`
