/** Bounds the spec leaves open, closed by domain.md 10. Lengths in characters, sizes in bytes. */
/** The first and the last day anybody may name. Days are counted on from it, and what lies behind the year 9999 is no date any more. */
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
/** The spec's page size; the environment's PAGE_SIZE overrides it, and falls back to PAGE_SIZE_FALLBACK when it can't be read. */
export const PAGE_SIZE = 25
export const PAGE_SIZE_FALLBACK = 10
export const PAGE_MAX = 100
export const MAX_FILES = 5
export const MAX_UPLOAD_BYTES = 20_971_520
/** 200 kB. */
export const LOGO_MAX_BYTES = 204_800
export const EVENTS_PER_REQUEST = 200
/**
 * Bytes of one event, as UTF-8 of its canonical JSON (`JSON.stringify` of what was parsed). The longest event this version knows is a
 * note of NOTES_MAX characters: 3 bytes each at most (a character of 4 bytes counts as two), 12,000 bytes, with 1 kB beside it. What
 * is left is room for what newer phones may say.
 */
export const EVENT_BYTES_MAX = 16_384
/** Addresses for photos asked for at once. */
export const UPLOADS_PER_REQUEST = 50
/** Numbers missing from one phone that are told at once. */
export const HOLES_TOLD = 1000
/** A job's bags; a stepper finger slip, not a truckload. */
export const BAGS_MAX = 999
export const IDEMPOTENCY_KEY_MAX = 200
/** One amount, in cents ($1,000,000.00): a thousand times any real one, and safe in a 32-bit column. */
export const AMOUNT_MAX = 100_000_000

/** The version of a record's envelope this build writes and knows. Here, so that a phone that only records loads no schemas. */
export const ENVELOPE_VERSION = 1
