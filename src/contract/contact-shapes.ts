import * as z from 'zod/mini'
import { LINE_MAX } from '#domain/limits.ts'
import { PHONE_WRONG, toE164 } from '#domain/phone-numbers.ts'
import { normalPostcode, POSTCODE_WRONG } from '#domain/postcodes.ts'
import { NAME_ONE_LINE, NAME_ONLY, nameProblem } from '#domain/typed-names.ts'
import { storable, withoutHidden } from './shapes.ts'

/** Shapes of the office's forms. Separate from shapes.ts, so that the driver's app does not load them. */

/** As people write it; stored as E.164 (toE164). */
export const phone = z.string().check(
  withoutHidden,
  z.trim(),
  z.maxLength(40),
  z.refine((text) => text === '' || toE164(text) !== null, PHONE_WRONG),
)
/** Three digits are accepted as four without the leading zero. */
export const postcode = z.string().check(
  z.regex(/^\d{3,4}$/, POSTCODE_WRONG),
  z.refine((text) => normalPostcode(text) !== null, POSTCODE_WRONG),
)

/**
 * A person's name as strangers type it; a mail prints it. Line breaks are refused here, where `line` makes them spaces.
 */
export const optionalPersonName = z.string().check(
  withoutHidden,
  z.trim(),
  z.maxLength(LINE_MAX),
  storable,
  z.refine((text) => nameProblem(text) !== NAME_ONE_LINE, NAME_ONE_LINE),
  z.refine((text) => nameProblem(text) !== NAME_ONLY, NAME_ONLY),
)
export const personName = optionalPersonName.check(z.minLength(1))
