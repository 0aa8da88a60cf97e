import type { accountWords } from '#client/features/account/account-words.ts'
import type { homeWords } from '#client/features/home/home-words.ts'
import type { mailsWords } from '#client/features/mails/mails-words.ts'
import type { incomesWords } from '#client/features/incomes/incomes-words.ts'
import type { pickupsWords } from '#client/features/pickups/pickups-words.ts'
import type { sessionWords } from '#client/features/session/session-words.ts'
import type { syncWords } from '#client/features/sync/sync-words.ts'
import type { unsentImportWords } from '#client/features/unsent-import/unsent-import-words.ts'
import type { appWords } from './app-words.ts'

/** Every feature's words by its namespace; types only, so that this list costs no chunk a byte. */
export interface Words {
  app: typeof appWords
  session: typeof sessionWords
  home: typeof homeWords
  mails: typeof mailsWords
  account: typeof accountWords
  pickups: typeof pickupsWords
  sync: typeof syncWords
  incomes: typeof incomesWords
  unsentImport: typeof unsentImportWords
}

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: Words
    returnNull: false
  }
}
