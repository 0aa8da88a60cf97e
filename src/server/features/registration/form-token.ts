import { isHumanPace } from '#domain/registration.ts'
import type { Queryable } from '../../db/database.ts'
import { addressOf, bucketOf, countTry, type Limit } from '../../http/limits.ts'
import { Refused } from '../../http/refused.ts'
import type { Secrets } from '../../ports.ts'

const PURPOSE = 'registration-form'

/** Forms without a token, for which it is unknown how long they were open. */
const WITHOUT_TOKEN: Limit = { hits: 10, seconds: 3600 }

/** States when a form was opened; signed, so that a program can't make one up. */
export function formToken(secrets: Secrets, now: Date): string {
  const text = String(now.getTime())
  return `${text}.${secrets.hmac(PURPOSE, text)}`
}

interface Sent {
  readonly formToken?: string | undefined
  readonly website?: string | undefined
}

/**
 * Slows programs down without a foreign service: refuses a form with the hidden field filled in, and one sent faster
 * than a person can (`press_again`). A person whose browser filled in the field presses Register again.
 */
export async function refusePrograms(
  tx: Queryable,
  secrets: Secrets,
  { formToken: token, website }: Sent,
  { ip, now }: { readonly ip: string; readonly now: Date },
): Promise<void> {
  if (website) throw new Refused('press_again')
  if (token === undefined) {
    // The route counts refused ones by address.
    await countTry(tx, bucketOf('register without token', addressOf(ip)), WITHOUT_TOKEN, now)
    return
  }
  const [, text = '', signature = ''] = /^(\d{13})\.([0-9a-f]{64})$/.exec(token) ?? []
  if (!secrets.verifyHmac(PURPOSE, text, signature) || !isHumanPace(new Date(Number(text)), now))
    throw new Refused('press_again')
}
