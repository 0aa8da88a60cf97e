import type { PhotoType } from '#domain/photo-file.ts'
import type { OpenDatabase } from './db/database.ts'

/** The time of day; tests hand in their own. */
export interface Clock {
  now(): Date
  /** Resolves after so many milliseconds. */
  wait(ms: number): Promise<void>
}

export interface OutgoingMail {
  readonly messageID: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string | null
}

/** Sends one mail, or throws. `kept` has no mail server: mails stay in the database for the admin to read. */
export interface MailPort {
  readonly kind: 'smtp' | 'kept'
  send(mail: OutgoingMail): Promise<void>
  close(): Promise<void>
}

export interface StoredFile {
  readonly key: string
  readonly contentType: string
  /** Bytes. */
  readonly size: number
  /** SHA-256, hex. */
  readonly sha256: string
}

/** What a stored file's bytes say. */
export interface StoredFacts {
  readonly size: number
  /** Hex. */
  readonly sha256: string
  /** Null: by its first bytes it is no photo. */
  readonly photoType: PhotoType | null
}

/** The photo store can't be reached or can't take more now: 503 or 507, and the phone tries again. */
export class StorageTrouble extends Error {
  override readonly name = 'StorageTrouble'
  readonly kind: 'away' | 'full'

  constructor(kind: 'away' | 'full', message: string) {
    super(message)
    this.kind = kind
  }
}

/** Where photos lie: under DATA_DIR or on S3, behind signed addresses of one shape. */
export interface StoragePort {
  readonly kind: 'embedded' | 's3'
  /** Origin the browser talks to, for the content security policy; null: our own. */
  readonly origin: string | null
  signUpload(file: StoredFile, expiresAt: Date): Promise<{ url: string; headers: Record<string, string> }>
  /** Only for a key that was read and found right: what was merely uploaded may not be there yet. */
  signDownload(key: string, expiresAt: Date): Promise<string>
  /** The embedded store is served by ourselves, so it says which addresses it signed; S3 has a door of its own. */
  readonly door: {
    mayPut(file: StoredFile, expires: string, signature: string, now: Date): boolean
    mayGet(key: string, expires: string, signature: string, now: Date): boolean
  } | null
  /**
   * What lies under this key at this moment, or null when nothing does. Who acknowledges a photo asks this first. Told from the
   * bytes: those that are there now, or those that were when the store read or wrote them and the very same file lies there still.
   */
  look(key: string): Promise<StoredFacts | null>
  /** The bytes, or null when there are none under this key. */
  read(key: string): Promise<{ bytes: Uint8Array; contentType: string } | null>
  /** @param sha256 of these bytes, hex, where the caller has it from them already */
  write(key: string, bytes: Uint8Array, contentType: string, sha256?: string): Promise<void>
  remove(key: string): Promise<void>
}

/** One derived key per purpose, from SECRET_KEY; old keys still open what they sealed. */
export interface Secrets {
  seal(purpose: string, text: string): Buffer
  open(purpose: string, sealed: Buffer): string
  /** Hex. */
  hmac(purpose: string, text: string): string
  verifyHmac(purpose: string, text: string, signature: string): boolean
}

/** JSON lines, without personal data or tokens. */
export interface Log {
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}

/** What a feature needs to know of the environment. */
export interface FeatureConfig {
  /** `https://rounds.example`, without a slash at the end: what links in mails begin with. */
  readonly publicUrl: string
  readonly pageSize: number
  readonly allowRegister: boolean
  readonly allowReAssignDriver: boolean
}

/** Everything a feature is built from; compose.ts makes it, tests override parts. */
export interface Dependencies {
  readonly database: OpenDatabase
  readonly clock: Clock
  readonly mail: MailPort
  readonly storage: StoragePort
  readonly secrets: Secrets
  readonly config: FeatureConfig
  readonly log: Log
}
