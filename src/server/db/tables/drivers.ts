import { sql } from 'drizzle-orm'
import { boolean, check, doublePrecision, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { ROUND_ENDS, ROUND_STARTS } from '#domain/round-rules.ts'
import { EMPLOYMENT_TYPES } from '#domain/words.ts'
import { bytes, cents, createdAt, day, version } from './columns.ts'
import { depots } from './depots.ts'
import { users } from './users.ts'

export const drivers = pgTable(
  'drivers',
  {
    driverID: uuid('driver_id')
      .primaryKey()
      .references(() => users.userID),
    mobilePhone: text('mobile_phone').notNull(),
    address: text('address'),
    employmentType: text('employment_type', { enum: EMPLOYMENT_TYPES }).notNull(),
    employmentStartDate: day('employment_start_date').notNull(),
    employmentEndDate: day('employment_end_date'),
    /** Per bag. */
    payRate: cents('pay_rate_cents').notNull(),
    /** Basis points: 50 % = 5000. */
    payPercentage: integer('pay_percentage_bp').notNull(),
    weekNumbers: jsonb('week_numbers').$type<number[]>().notNull(),
    /** Encrypted: birth date, next of kin, licence number, TFN, bank account (domain.md 10, Privacy). */
    dobSealed: bytes('dob_sealed'),
    nextOfKinSealed: bytes('next_of_kin_sealed'),
    licenseNumberSealed: bytes('license_number_sealed'),
    taxFileNumberSealed: bytes('tax_file_number_sealed'),
    bsbSealed: bytes('bsb_sealed'),
    accountNumberSealed: bytes('account_number_sealed'),
    licenseExpiresAt: day('license_expires_at'),
    licenseClass: text('license_class'),
    otherLicense: text('other_license'),
    businessName: text('business_name'),
    abn: text('abn'),
    gstRegistered: boolean('gst_registered').notNull().default(false),
    /** The day on which the driver agreed that the firm writes their tax invoices (domain.md 11, M22). */
    rctiAgreedOn: day('rcti_agreed_on'),
    notes: text('notes'),
    /** Where their rounds start and end, for the order of stops (domain.md 4, Shortest order). */
    startsAt: text('starts_at', { enum: ROUND_STARTS }).notNull().default('anywhere'),
    endsAt: text('ends_at', { enum: ROUND_ENDS }).notNull().default('anywhere'),
    homeLatitude: doublePrecision('home_latitude'),
    homeLongitude: doublePrecision('home_longitude'),
    /** Bags that the truck carries; null: any number. */
    truckBags: integer('truck_bags'),
    /** Hours; null: any. */
    longestDay: doublePrecision('longest_day_hours'),
    /** Null: drives for no depot in particular. */
    depotID: uuid('depot_id').references(() => depots.depotID),
    createdAt: createdAt(),
    version: version(),
  },
  (table) => [
    check('drivers_pay', sql`${table.payRate} >= 0 and ${table.payPercentage} between 0 and 10000`),
    check('drivers_home', sql`(${table.homeLatitude} is null) = (${table.homeLongitude} is null)`),
    check('drivers_day', sql`${table.truckBags} > 0 and ${table.longestDay} > 0`),
  ],
)
