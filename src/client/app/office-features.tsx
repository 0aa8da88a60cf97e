import { Fragment } from 'react'
import { autopayFeature } from '#client/features/autopay/feature.tsx'
import { bankFeature } from '#client/features/bank/feature.tsx'
import { casesFeature } from '#client/features/cases/feature.tsx'
import { customersFeature } from '#client/features/customers/feature.tsx'
import { devicesFeature } from '#client/features/devices/feature.tsx'
import { driversFeature } from '#client/features/drivers/feature.tsx'
import { exceptionsFeature } from '#client/features/exceptions/feature.tsx'
import { homeFeature } from '#client/features/home/feature.tsx'
import { importsFeature } from '#client/features/imports/feature.tsx'
import { invoicesFeature } from '#client/features/invoices/feature.tsx'
import { noPickupsFeature } from '#client/features/no-pickups/feature.tsx'
import { packagesFeature } from '#client/features/packages/feature.tsx'
import { paysFeature } from '#client/features/pays/feature.tsx'
import { pickupRequestsFeature } from '#client/features/pickup-requests/feature.tsx'
import { priceChangesFeature } from '#client/features/price-changes/feature.tsx'
import { remindersFeature } from '#client/features/reminders/feature.tsx'
import { reportsFeature } from '#client/features/reports/feature.tsx'
import { requestsFeature } from '#client/features/requests/feature.tsx'
import { runsFeature } from '#client/features/runs/feature.tsx'
import { settingsFeature } from '#client/features/settings/feature.tsx'
import { suburbsFeature } from '#client/features/suburbs/feature.tsx'
import { transactionsFeature } from '#client/features/transactions/feature.tsx'
import { unsentImportFeature } from '#client/features/unsent-import/feature.tsx'
import { xeroFeature } from '#client/features/xero/feature.tsx'
import type { OfficeFeature, SearchPlaces } from '#client/shells/office-feature.ts'

/** The office's features; those with a menu entry in the menu's order. */
export const officeFeatures: readonly OfficeFeature[] = [
  homeFeature,
  customersFeature,
  requestsFeature,
  driversFeature,
  suburbsFeature,
  packagesFeature,
  remindersFeature,
  runsFeature,
  reportsFeature,
  settingsFeature,
  exceptionsFeature,
  devicesFeature,
  pickupRequestsFeature,
  noPickupsFeature,
  invoicesFeature,
  transactionsFeature,
  autopayFeature,
  bankFeature,
  paysFeature,
  priceChangesFeature,
  casesFeature,
  importsFeature,
  unsentImportFeature,
  xeroFeature,
]

/** Keyed by their place, because a feature gives at most one. */
export const moneyReportsOf = (features: readonly OfficeFeature[]) =>
  features.flatMap(({ moneyReport }, at) =>
    moneyReport === undefined ? [] : [<Fragment key={at}>{moneyReport}</Fragment>],
  )

export const csvPlaces = officeFeatures.flatMap(({ csv }) => csv ?? [])

/** tests/client/app/office-features.test.ts checks that it is complete. */
export const searchPlaces: SearchPlaces = Object.assign({}, ...officeFeatures.map(({ search }) => search))
