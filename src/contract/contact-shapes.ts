import * as z from 'zod/mini'
import { PHONE_WRONG, toE164 } from '#domain/phone-numbers.ts'
import { normalPostcode, POSTCODE_WRONG } from '#domain/postcodes.ts'
import { withoutHidden } from './shapes.ts'

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
