import path from 'node:path'
import { createCalendarYear } from '#contract/v1/settings.ts'
import { ADMIN, adminToken, askAt, newFolder, removeFolder } from '../../fixtures/business-on-disk.ts'
import { startProduct } from '../../support/browser/product.ts'
import { makeManyCustomers } from '../customers/make-customers.ts'
import { makeHistory } from './make-history.ts'

/** Runs `look` against a production server with 100,000 customers, of whom some have a past and a session. */
export async function withPortal<T>(url: string | undefined, look: (origin: string) => Promise<T>): Promise<T> {
  const folder = newFolder()
  const dataDir = path.join(folder, 'd')
  try {
    await makeManyCustomers({ url, dataDir })
    await makeHistory({ url, dataDir })
    const env = {
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'error',
      ...(url !== undefined && { DATABASE_URL: url, SECRET_KEY: 'a secret key for the bench, long enough' }),
    }
    const product = await startProduct({ dataDir, env })
    try {
      const ask = askAt(product.origin)
      const token = await adminToken(ask)
      const year = new Date().getFullYear()
      for (const yearNumber of [year, year + 1]) await ask(createCalendarYear, { yearNumber, mode: 'MONTHS' }, token)
      return await look(product.origin)
    } finally {
      await product.stop()
    }
  } finally {
    removeFolder(folder)
  }
}
