import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { WrongConfig } from './config.ts'
import type { Database } from './db/database.ts'
import { drivers } from './db/tables/drivers.ts'
import { mails } from './db/tables/mails.ts'
import { installation } from './db/tables/settings.ts'
import { totpSecrets } from './db/tables/sign-in.ts'
import { idempotencyKeys } from './db/tables/users.ts'
import { webhooks } from './db/tables/webhooks.ts'
import { PURPOSE as MAIL_LINK } from './db/mail-outbox.ts'
import { PURPOSE as DRIVER_PRIVATE } from './features/drivers/driver-private.ts'
import { KEY as PUSH_KEYS, PURPOSE as PUSH } from './features/push/push-keys.ts'
import { PURPOSE as TOTP } from './features/session/second-factor/totp-codes.ts'
import { PURPOSE as WEBHOOK } from './features/webhooks/webhooks-commands.ts'
import { PURPOSE as IDEMPOTENCY } from './http/idempotency.ts'
import type { Secrets } from './ports.ts'
import { keyIDOf } from './secrets.ts'

/** Where the database has values that `Secrets.seal` made with SECRET_KEY. */
interface Place {
  readonly table: PgTable
  readonly keys: readonly PgColumn[]
  readonly purpose: string
  readonly column: PgColumn
  /** The sealed bytes; null: this row has none. */
  readonly bytes: SQL<Buffer | null>
  /** What the column stores for these bytes. */
  stored(sealed: Buffer): SQL
}

const inBytes = (table: PgTable, key: PgColumn, column: PgColumn, purpose: string): Place => ({
  table,
  keys: [key],
  purpose,
  column,
  bytes: sql<Buffer | null>`${column}`,
  stored: (sealed) => sql`${sealed}`,
})

const PLACES: readonly Place[] = [
  inBytes(totpSecrets, totpSecrets.userID, totpSecrets.sealedSecret, TOTP),
  ...[
    drivers.dobSealed,
    drivers.nextOfKinSealed,
    drivers.licenseNumberSealed,
    drivers.taxFileNumberSealed,
    drivers.bsbSealed,
    drivers.accountNumberSealed,
  ].map((column) => inBytes(drivers, drivers.driverID, column, DRIVER_PRIVATE)),
  inBytes(mails, mails.mailID, mails.sealedLink, MAIL_LINK),
  inBytes(webhooks, webhooks.webhookID, webhooks.sealedSecret, WEBHOOK),
  {
    table: idempotencyKeys,
    keys: [idempotencyKeys.scope, idempotencyKeys.key],
    purpose: IDEMPOTENCY,
    column: idempotencyKeys.answer,
    bytes: sql<Buffer | null>`decode(${idempotencyKeys.answer}, 'base64')`,
    stored: (sealed) => sql`${sealed.toString('base64')}`,
  },
  {
    table: installation,
    keys: [installation.key],
    purpose: PUSH,
    column: installation.value,
    bytes: sql<Buffer | null>`case when ${installation.key} = ${PUSH_KEYS} then decode(${installation.value}::json ->> 'sealed', 'base64') end`,
    stored: (sealed) =>
      sql`jsonb_set(${installation.value}::jsonb, '{sealed}', to_jsonb(${sealed.toString('base64')}::text))::text`,
  },
]

/** The id of the key in a sealed value, hex (secrets.ts). */
const keyID = ({ bytes }: Place) => sql<string>`encode(substring(${bytes} from 2 for 4), 'hex')`
const isSealed = ({ bytes }: Place) => sql`${bytes} is not null`

/** Fails the start while the database has values that none of these keys opens. Throws WrongConfig. */
export async function refuseMissingKeys(db: Database, keys: readonly string[]): Promise<void> {
  const known = keys.map(keyIDOf)
  for (const place of PLACES) {
    const needed = await db
      .selectDistinct({ id: keyID(place) })
      .from(place.table)
      .where(isSealed(place))
    if (needed.some(({ id }) => !known.includes(id)))
      throw new WrongConfig(
        'OLD_SECRET_KEYS lacks a key with which values of this database were sealed. Name it there, and run `npm run reseal` before you remove it.',
      )
  }
}

const AT_ONCE = 200

/**
 * Seals anew, with the first key, what other keys sealed, while servers go on: a value that changes meanwhile is left to
 * the next look. @returns how many values
 */
export async function reseal(db: Database, secrets: Secrets): Promise<number> {
  let done = 0
  for (const place of PLACES) {
    for (;;) {
      const rows = await db
        .select({ sealed: place.bytes, ...Object.fromEntries(place.keys.map((key) => [key.name, key])) })
        .from(place.table)
        .where(and(isSealed(place), ne(keyID(place), secrets.keyID)))
        .limit(AT_ONCE)
      for (const { sealed, ...values } of rows) {
        const before = sealed as Buffer
        const anew = secrets.seal(place.purpose, secrets.open(place.purpose, before))
        const isRow = place.keys.map((key) => eq(key, (values as Record<string, unknown>)[key.name]))
        await db
          .update(place.table)
          .set({ [nameOf(place)]: place.stored(anew) })
          .where(and(...isRow, eq(place.bytes, before)))
      }
      done += rows.length
      if (rows.length < AT_ONCE) break
    }
  }
  return done
}

/** The column's name in its table's object, by which Drizzle sets it. */
const nameOf = ({ table, column }: Place): string =>
  Object.entries(table).find(([, one]) => one === column)?.[0] ?? column.name
