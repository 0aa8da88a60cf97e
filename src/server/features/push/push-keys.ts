import { madeOnce, readKey } from '../../db/installation.ts'
import type { Queryable } from '../../db/database.ts'
import type { Dependencies, PushKeys } from '../../ports.ts'

export const KEY = 'pushKeys'
export const PURPOSE = 'push-keys'

/**
 * The installation's key pair for push services, made at the first use; servers that make one at once get the same. The
 * private key is stored encrypted.
 */
export async function pushKeys(
  db: Queryable,
  { push, secrets }: Pick<Dependencies, 'push' | 'secrets'>,
): Promise<PushKeys> {
  const stored = (await readKey(db, KEY)) ?? (await madeOnce(db, KEY, await newPair()))
  const { publicKey, sealed } = JSON.parse(stored) as { publicKey: string; sealed: string }
  return { publicKey, privateKey: secrets.open(PURPOSE, Buffer.from(sealed, 'base64')) }

  async function newPair(): Promise<string> {
    const { publicKey, privateKey } = await push.newKeys()
    return JSON.stringify({ publicKey, sealed: secrets.seal(PURPOSE, privateKey).toString('base64') })
  }
}
