import * as z from 'zod/mini'
import { EMAIL } from '#domain/emails.ts'
import {
  ADDRESS_MAX,
  EMAIL_MAX,
  FIRST_DAY,
  KEYWORD_MAX,
  LAST_DAY,
  LINE_MAX,
  NOTES_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
} from '#domain/limits.ts'
import { isWholeCents, nearestCents, toDollars } from '#domain/money.ts'
import { isStorable, visible } from '#domain/texts.ts'

/**
 * The basic shapes that all objects are made of, with the limits of domain.md 10. Texts are trimmed, lose invisible
 * characters, and are refused with characters that can't be stored.
 */
export const storable = z.refine<string>(isStorable, 'This field contains a character that can’t be used')
/** Invisible characters often come with pasted text. */
export const withoutHidden = z.overwrite<string>(visible)
const text = (max: number) => z.string().check(withoutHidden, z.trim(), z.maxLength(max), storable)

/** A line break, for example inside a cell of an imported file, becomes a space. */
const inOneLine = z.overwrite<string>((value) => value.replace(/\s*[\t\n\v\f\r\u0085\u2028\u2029]\s*/g, ' '))
export const optionalLine = text(LINE_MAX).check(inOneLine)
export const line = text(LINE_MAX).check(z.minLength(1), inOneLine)
export const address = text(ADDRESS_MAX).check(z.minLength(1))
export const optionalAddress = text(ADDRESS_MAX)
export const notes = text(NOTES_MAX)
export const email = text(EMAIL_MAX).check(z.email({ pattern: EMAIL }))
export const password = z.string().check(z.minLength(PASSWORD_MIN), z.maxLength(PASSWORD_MAX), storable)
export const keyword = text(KEYWORD_MAX)
export const storageKey = z.string().check(z.maxLength(300), storable)
export const secretToken = z.string().check(z.minLength(1), z.maxLength(LINE_MAX))

/** A UUID in any case; lower case after parsing. */
export const id = z
  .string()
  .check(z.regex(/^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/), z.toLowerCase())

/** A list then shows only what belongs to this depot. */
export const ofDepot = { depotID: z.optional(id) }

/** A date without a time, `YYYY-MM-DD`, that exists, from 1900-01-01 to 2999-12-31. */
export const day = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/, 'This field must be Date'),
  z.refine((value) => {
    const at = new Date(`${value}T00:00:00Z`)
    return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
  }, 'This field must be Date'),
  z.refine((value) => value >= FIRST_DAY && value <= LAST_DAY, 'From 01/01/1900 to 31/12/2999'),
)

/** An instant in UTC, ISO 8601 with Z, as text. The date must exist: 30 February is refused, not read as 2 March. */
export const instantText = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/),
  // A date that doesn't exist, and 24:00, are read as a later day.
  z.refine((value) => new Date(value).getUTCDate() === Number(value.slice(8, 10))),
)
/** An instant: such a text on the wire, a Date inside. */
export const instant = z.codec(instantText, z.date(), {
  decode: (text) => new Date(text),
  encode: (at) => at.toISOString(),
})

const twoDecimals = z.refine<number>(
  (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
  'Money has at most two decimals',
)
const wholeCents = z.refine<number>(isWholeCents, 'Money has at most two decimals')
/** A driver's record keeps AUD, as it was sent. It is never refused as too large; only the database limits it. */
export const recordedDollars = z.number().check(z.minimum(0), z.maximum(10_000_000), twoDecimals)

const inCents = { decode: nearestCents, encode: toDollars }
/** AUD with at most two decimals, at most AMOUNT_MAX, in answers that are stored as they were sent. */
export const dollars = z.number().check(z.minimum(0), z.maximum(1_000_000, 'At most $1,000,000'), wholeCents)

/** Money is AUD on the wire and cents inside (domain.md 1). */
export const money = z.codec(dollars, z.number(), inCents)
/** A driver’s pay a bag. The largest record of a phone, 999 bags and an extra, makes an income that can be stored. */
export const payRate = z.codec(dollars.check(z.maximum(10_000, 'At most $10,000')), z.number(), inCents)
export const signedMoney = z.codec(z.number(), z.number(), inCents)
export const recordedMoney = z.codec(recordedDollars, z.number(), inCents)

export const count = z.int().check(z.nonnegative(), z.maximum(1_000_000))
export const yearNumber = z.int().check(z.minimum(1990), z.maximum(2200))
/** 1-12, or 13 in a year of four-weekly periods. */
export const monthNumber = z.int().check(z.minimum(1), z.maximum(13))
export const weekNumber = z.int().check(z.minimum(1), z.maximum(5))
export const runNumber = z.int().check(z.minimum(1), z.maximum(99))
export const stopOrder = z.int().check(z.minimum(0), z.maximum(100_000))
export const percentage = z.number().check(z.minimum(0), z.maximum(100))

/** A whole number in plain decimal: no "0x1", "1e0", " 1 ", "01" or "1.0", each of which Number() accepts. */
const DIGITS = /^(?:0|-?[1-9]\d{0,15})$/
const fromQuery = z.transform(
  (value: unknown) => (typeof value === 'string' ? (DIGITS.test(value) ? Number(value) : NaN) : value) as number,
)

/** A whole number that arrives as text in a query string; the client checks its own as numbers. */
/*#__NO_SIDE_EFFECTS__*/
export const queryNumber = <Shape extends z.ZodMiniType<number, number>>(shape: Shape) => z.pipe(fromQuery, shape)
/** A boolean that arrives as text in a query string. */
export const queryFlag = z.codec(z.enum(['true', 'false']), z.boolean(), {
  decode: (text) => text === 'true',
  encode: (flag) => (flag ? 'true' : 'false'),
})

/** So wide that a swapped pair gets the sentence of `placeProblem`, and not one about bounds. */
export const degrees = z.number().check(z.minimum(-180), z.maximum(180))

/** Warnings are sent inside a 2xx answer (api.md, "Warnings"). */
export const warnings = z.optional(z.array(z.object({ code: z.string(), message: z.string() })))

/**
 * What becomes of announced price changes of whose price or package is changed by hand; without it
 * `pending_price_undecided` where there are some.
 */
export const pendingPrice = z.optional(z.enum(['keep', 'drop']))

export const nothing = z.strictObject({})
export const noContent = z.undefined()
