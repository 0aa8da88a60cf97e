import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Secrets } from './ports.ts'

const FORMAT = 1
const KEY_ID_BYTES = 4
const IV_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = 1 + KEY_ID_BYTES + IV_BYTES + TAG_BYTES

/** A sealed value can't be decrypted: another key, another purpose, or changed bytes. */
export class CannotOpen extends Error {
  override readonly name = 'CannotOpen'
  constructor() {
    super('A sealed value can’t be opened with SECRET_KEY or OLD_SECRET_KEYS.')
  }
}

/**
 * Everything derived from SECRET_KEY: one key per purpose (HKDF), AES-256-GCM for sealed values, HMAC-SHA-256 for
 * signatures. Values sealed or signed with an old key remain valid; new ones use the first key.
 */
export function secretsOf(secretKey: string, oldKeys: readonly string[] = []): Secrets {
  const all = [secretKey, ...oldKeys]

  return {
    keyID: keyIDOf(secretKey),

    seal(purpose, text) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', derived(secretKey, `seal ${purpose}`), iv)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(FORMAT), keyID(secretKey), iv, cipher.getAuthTag(), sealed])
    },

    open(purpose, sealed) {
      const id = sealed.subarray(1, 1 + KEY_ID_BYTES)
      const key = all.find((one) => keyID(one).equals(id))
      if (key === undefined || sealed[0] !== FORMAT || sealed.length < HEAD_BYTES) throw new CannotOpen()
      const iv = sealed.subarray(1 + KEY_ID_BYTES, 1 + KEY_ID_BYTES + IV_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', derived(key, `seal ${purpose}`), iv)
      decipher.setAuthTag(sealed.subarray(HEAD_BYTES - TAG_BYTES, HEAD_BYTES))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]).toString('utf8')
      } catch {
        throw new CannotOpen()
      }
    },

    hmac: (purpose, text) => signature(secretKey, purpose, text).toString('hex'),

    verifyHmac(purpose, text, given) {
      const bytes = Buffer.from(given, 'hex')
      return all.some((key) => {
        const right = signature(key, purpose, text)
        return bytes.length === right.length && timingSafeEqual(bytes, right)
      })
    },
  }
}

/**
 * The key's fingerprint, stored in the database so that a server with another key does not start. It does not disclose
 * the key.
 */
export function fingerprintOf(secretKey: string): string {
  return Buffer.from(derived(secretKey, 'fingerprint')).toString('hex').slice(0, 32)
}

/** By which a sealed value names its key, hex. */
export const keyIDOf = (secretKey: string): string => keyID(secretKey).toString('hex')

function keyID(secretKey: string): Buffer {
  return Buffer.from(derived(secretKey, 'key id')).subarray(0, KEY_ID_BYTES)
}

function signature(secretKey: string, purpose: string, text: string): Buffer {
  return createHmac('sha256', derived(secretKey, `sign ${purpose}`))
    .update(text)
    .digest()
}

const cache = new Map<string, Buffer>()

function derived(secretKey: string, purpose: string): Buffer {
  const name = `${secretKey}\n${purpose}`
  const known = cache.get(name)
  if (known) return known
  const key = Buffer.from(hkdfSync('sha256', secretKey, 'bagrun', purpose, 32))
  cache.set(name, key)
  return key
}
