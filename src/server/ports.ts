import type { PrintedDocument } from '#domain/documents/documents.ts'
import type { PhotoFault } from '#domain/photo-check.ts'
import type { PhotoType } from '#domain/photo-file.ts'
import type { OpenDatabase } from './db/database.ts'
import type { PaymentsPort } from './payments-port.ts'

/** The current time; tests pass their own implementation. */
export interface Clock {
  now(): Date
  /** Resolves after this many milliseconds. */
  wait(ms: number): Promise<void>
}

export interface OutgoingMail {
  readonly messageID: string
  /** The firm's name as the sender, and the address for answers; null: the address that sends. */
  readonly sender: { readonly name: string; readonly replyTo: string | null }
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string | null
  /** PDFs. */
  readonly attachments: readonly { readonly filename: string; readonly content: Buffer }[]
  /** Pictures that the HTML shows as `cid:` and their id. */
  readonly pictures: readonly MailPicture[]
  /** Address for List-Unsubscribe by one POST (RFC 8058); null: the mail has none. */
  readonly unsubscribeUrl: string | null
}

export interface MailPicture {
  readonly cid: string
  readonly contentType: string
  readonly content: Buffer
}

export interface MailServerSet {
  /** Host and port. */
  readonly address: string
  /** Null: it signs in without one. */
  readonly user: string | null
  readonly from: string
}

/**
 * Sends one mail, or throws. With `kept` there is no mail server: mails are stored in the database for the admin to
 * read.
 */
export interface MailPort {
  readonly kind: 'smtp' | 'kept'
  /** How it is set, without the password; null: there is none. */
  readonly server: MailServerSet | null
  /** @returns what the mail server answered when it took the mail */
  send(mail: OutgoingMail): Promise<string>
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

/** Facts about a stored file, computed from its bytes. */
export interface StoredFacts {
  readonly size: number
  /** Hex. */
  readonly sha256: string
  /** Null: the first bytes are not those of a photo. */
  readonly photoType: PhotoType | null
  /** Why it can't be accepted as a photo; null: it can. */
  readonly fault: PhotoFault | null
}

/** The photo store can't be reached or has no room (503 or 507), and the device tries again. */
export class StorageTrouble extends Error {
  override readonly name = 'StorageTrouble'
  readonly kind: 'away' | 'full'

  constructor(kind: 'away' | 'full', message: string) {
    super(message)
    this.kind = kind
  }
}

/** Stores photos under DATA_DIR or on S3, behind signed addresses of the same form. */
export interface StoragePort {
  readonly kind: 'embedded' | 's3'
  /** The store's origin as browsers see it, for the content security policy; null: the server's own. */
  readonly origin: string | null
  signUpload(file: StoredFile, expiresAt: Date): Promise<{ url: string; headers: Record<string, string> }>
  /** Only for a key that was checked, because an unchecked upload may not be at its final key yet. */
  signDownload(key: string, expiresAt: Date): Promise<string>
  /** The embedded store is served by this server, which verifies the addresses it signed; S3 verifies its own. */
  readonly door: {
    mayPut(file: StoredFile, expires: string, signature: string, now: Date): boolean
    mayGet(key: string, expires: string, signature: string, now: Date): boolean
  } | null
  /**
   * The facts of the file now under this key; null: there is none. They are computed from the current bytes, or reused
   * while the file is identical.
   */
  look(key: string): Promise<StoredFacts | null>
  /** The bytes; null: there are none under this key. */
  read(key: string): Promise<{ bytes: Uint8Array; contentType: string } | null>
  /** @param sha256 of these bytes, hex, if the caller has computed it already */
  write(key: string, bytes: Uint8Array, contentType: string, sha256?: string): Promise<void>
  remove(key: string): Promise<void>
  /** Files of the app for servers of other versions; null: the store of a single server. */
  readonly assets: {
    read(name: string): Promise<Uint8Array | null>
    write(name: string, bytes: Uint8Array): Promise<void>
  } | null
  /** Free bytes on the disk of this server that holds the photos. Undefined for S3. */
  freeBytes?(): Promise<number>
}

/**
 * Makes PDFs from the snapshots of documents. The same snapshot and logo give the same bytes. Rejects when a PDF can't
 * be made, and takes further work afterwards.
 */
export interface PdfPort {
  /** @param logo the firm's, PNG or JPEG */
  render(document: PrintedDocument, logo: Uint8Array | null): Promise<Buffer>
  /**
   * One file with all documents, in order, for printing. They are read one group at a time and must not wait for
   * another PDF. Rejects when there are none.
   */
  join(
    title: string,
    documents: Iterable<PrintedDocument> | AsyncIterable<PrintedDocument>,
    logo: Uint8Array | null,
  ): Promise<Buffer>
  /** Ends work in progress, which rejects. */
  close(): Promise<void>
}

/** One derived key per purpose, from SECRET_KEY; old keys still decrypt what they encrypted. */
export interface Secrets {
  /** Names the key that `seal` uses, in each sealed value; hex. */
  readonly keyID: string
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

/** The key pair by which push services recognise the installation (VAPID, RFC 8292); base64url. */
export interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

export interface OutgoingPush {
  readonly endpoint: string
  /** The device's keys, base64url. */
  readonly p256dh: string
  readonly auth: string
  readonly payload: string
  /** How long the push service keeps it for a device that can't be reached. */
  readonly ttlSeconds: number
  /** At most 32 letters of base64url; an undelivered one with the same topic is replaced. */
  readonly topic: string
}

export interface PushAnswer {
  /** HTTP status. */
  readonly status: number
  readonly retryAfter: string | null
}

/** Encrypts one message and sends it to the device's push service; throws when there is no answer. */
export interface PushPort {
  newKeys(): Promise<PushKeys>
  /** @param subject `mailto:` or `https:` of whoever runs the server */
  send(push: OutgoingPush, keys: PushKeys, subject: string): Promise<PushAnswer>
}

/** What the browser takes to the provider and what has to come back with its answer; all but `url` are secret. */
export interface OidcBegun {
  readonly url: string
  readonly state: string
  readonly nonce: string
  /** The code verifier of PKCE (RFC 7636). */
  readonly verifier: string
}

/** Whom the provider named. */
export interface OidcPerson {
  /** Null: it named none, or did not say that it has verified it. */
  readonly email: string | null
  /** It verified a second factor of the kinds that OIDC_SECOND_FACTOR lists. */
  readonly secondFactor: boolean
}

/** The provider can't be reached in time, or its answer proves nothing. */
export class OidcTrouble extends Error {
  override readonly name = 'OidcTrouble'
  readonly kind: 'away' | 'refused'
  /** A code for the log, such as `invalid_client`; no text of the provider's. */
  readonly failure: string

  constructor(kind: OidcTrouble['kind'], failure: string) {
    super(failure)
    this.kind = kind
    this.failure = failure
  }
}

/** The firm's own provider of sign-ins (OpenID Connect). Both calls throw OidcTrouble. */
export interface OidcPort {
  /** As the office calls it. */
  readonly name: string
  /** The only admin who may still sign in another way, by email; null: all may. */
  readonly passwordAdmin: string | null
  begin(): Promise<OidcBegun>
  /** @param answer the query of the address that the provider led back to, with its question mark */
  finish(answer: string, begun: Omit<OidcBegun, 'url'>): Promise<OidcPerson>
}

export interface FeatureConfig {
  /** `https://rounds.example`, without a trailing slash: the base of links in mails. */
  readonly publicUrl: string
  readonly pageSize: number
  readonly allowRegister: boolean
  readonly allowReAssignDriver: boolean
  /** A push service that is accepted beside the browsers' own, for tests; null: none. */
  readonly pushTestOrigin: string | null
  /** Hosts to which webhooks may go over http or into the operator's own network. */
  readonly webhookHosts: readonly string[]
  /** The file of the office's maps, as MAP_TILES names it; undefined: maps have a plain ground. */
  readonly mapTiles: string | undefined
}

/** The dependencies of all features; compose.ts creates them, tests override parts. */
export interface Dependencies {
  readonly database: OpenDatabase
  readonly clock: Clock
  readonly mail: MailPort
  readonly storage: StoragePort
  readonly pdf: PdfPort
  readonly payments: PaymentsPort
  readonly push: PushPort
  /** Null: the operator has set none. */
  readonly oidc: OidcPort | null
  readonly secrets: Secrets
  readonly config: FeatureConfig
  readonly log: Log
}
