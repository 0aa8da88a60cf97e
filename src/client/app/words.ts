import type { accountWords } from '#client/features/account/account-words.ts'
import type { homeWords } from '#client/features/home/home-words.ts'
import type { mailsWords } from '#client/features/mails/mails-words.ts'
import type { incomesWords } from '#client/features/incomes/incomes-words.ts'
import type { pickupsWords } from '#client/features/pickups/pickups-words.ts'
import type { linkWords } from '#client/features/session/link-words.ts'
import type { secondStepWords } from '#client/features/session/second-step-words.ts'
import type { profileWords } from '#client/features/profile/profile-words.ts'
import type { sessionWords } from '#client/features/session/session-words.ts'
import type { syncWords } from '#client/features/sync/sync-words.ts'
import type { unsentImportWords } from '#client/features/unsent-import/unsent-import-words.ts'
import type { customersWords } from '#client/features/customers/customers-words.ts'
import type { requestsWords } from '#client/features/requests/requests-words.ts'
import type { driversWords } from '#client/features/drivers/drivers-words.ts'
import type { runPageWords } from '#client/features/runs/page/run-page-words.ts'
import type { runsWords } from '#client/features/runs/runs-words.ts'
import type { suburbsWords } from '#client/features/suburbs/suburbs-words.ts'
import type { packagesWords } from '#client/features/packages/packages-words.ts'
import type { settingsWords } from '#client/features/settings/settings-words.ts'
import type { importsWords } from '#client/features/imports/imports-words.ts'
import type { searchWords } from '#client/features/search/search-words.ts'
import type { exceptionsWords } from '#client/features/exceptions/exceptions-words.ts'
import type { paysWords } from '#client/features/pays/pays-words.ts'
import type { devicesWords } from '#client/features/devices/devices-words.ts'
import type { noPickupsWords } from '#client/features/no-pickups/no-pickups-words.ts'
import type { pickupRequestsWords } from '#client/features/pickup-requests/pickup-requests-words.ts'
import type { actsWords } from '#client/features/runs/acts/acts-words.ts'
import type { quotationWords } from '#client/features/quotation/quotation-words.ts'
import type { shellsWords } from '#client/shells/shells-words.ts'
import type { termsWords } from '#client/shells/terms-words.ts'
import type { appWords } from './app-words.ts'
import type { officeWords } from './office-words.ts'

/** Every feature's words by its namespace; types only, so that this list adds nothing to a chunk. */
export interface Words {
  app: typeof appWords
  office: typeof officeWords
  session: typeof sessionWords
  link: typeof linkWords
  secondStep: typeof secondStepWords
  profile: typeof profileWords
  home: typeof homeWords
  mails: typeof mailsWords
  account: typeof accountWords
  pickups: typeof pickupsWords
  sync: typeof syncWords
  incomes: typeof incomesWords
  unsentImport: typeof unsentImportWords
  shells: typeof shellsWords
  terms: typeof termsWords
  search: typeof searchWords
  imports: typeof importsWords
  quotation: typeof quotationWords
  customers: typeof customersWords
  requests: typeof requestsWords
  drivers: typeof driversWords
  suburbs: typeof suburbsWords
  services: typeof packagesWords
  runs: typeof runsWords
  runPage: typeof runPageWords
  settings: typeof settingsWords
  acts: typeof actsWords
  exceptions: typeof exceptionsWords
  pays: typeof paysWords
  phones: typeof devicesWords
  noPickups: typeof noPickupsWords
  pickupRequests: typeof pickupRequestsWords
}

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: Words
    returnNull: false
  }
}
