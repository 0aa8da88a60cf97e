/** Limits that the spec leaves open, set by domain.md 10. Lengths in characters, sizes in bytes. */

/**
 * The first and last day accepted as input. Days are added to the last one, and a date after the year 9999 is invalid.
 */
export const FIRST_DAY = '1900-01-01'
export const LAST_DAY = '2999-12-31'
export const LINE_MAX = 200
export const ADDRESS_MAX = 300
export const NOTES_MAX = 4000
export const EMAIL_MAX = 254
export const KEYWORD_MIN = 3
export const KEYWORD_MAX = 100
export const PASSWORD_MIN = 10
export const PASSWORD_MAX = 200
/** OWASP's minimum of memory for argon2id with two passes, in KiB; the environment's PASSWORD_HASH_KIB overrides it. */
export const PASSWORD_HASH_KIB = 19_456
/**
 * The spec's page size. The variable PAGE_SIZE overrides it; one that can't be parsed falls back to PAGE_SIZE_FALLBACK.
 */
export const PAGE_SIZE = 25
export const PAGE_SIZE_FALLBACK = 10
export const PAGE_MAX = 100
export const MAX_FILES = 5
export const MAX_UPLOAD_BYTES = 20_971_520
/** Per photo: 8,000 by 6,250. When shown, each pixel takes four bytes of memory. */
export const PIXELS_MAX = 50_000_000
export const LOGO_MAX_BYTES = 204_800
export const EVENTS_PER_REQUEST = 200
/** Positions of a driver's phone, one a stop: more than a day has. */
export const POSITIONS_PER_REQUEST = 300
/** Stops of one driver in one run, in the driver's own order. */
export const STOPS_IN_OWN_ORDER = 1_500
/**
 * Bytes of one event, as UTF-8 of its canonical JSON (`JSON.stringify` of the parsed value). The longest one of this
 * version is a note of NOTES_MAX characters with at most 3 bytes each (a character of 4 bytes counts as two), 12,000
 * bytes, plus 1 kB of other fields. The rest is room for fields of newer builds.
 */
export const EVENT_BYTES_MAX = 16_384
export const UPLOADS_PER_REQUEST = 50
/**
 * The highest sequence number of a record: one below the largest 32-bit integer, because the database writes a range
 * with its end excluded. A phone counts its taps from 1.
 */
export const SEQ_MAX = 2_147_483_646
/** Missing sequence numbers of one phone in one answer. */
export const HOLES_TOLD = 1000
/** Bags of one stop. */
export const BAGS_MAX = 999
export const IDEMPOTENCY_KEY_MAX = 200
/** One amount, in cents ($1,000,000.00): a thousand times any real one, and within a 32-bit column. */
export const AMOUNT_MAX = 100_000_000

/**
 * The version of a record's envelope that this build writes and accepts. It is here, so that a phone that only records
 * loads no schemas.
 */
export const ENVELOPE_VERSION = 1
