import { readSetting } from '#domain/settings.ts'
import type { Queryable } from './database.ts'
import { settings } from './tables/settings.ts'

/** The stored settings by key. Read them with `readSetting`, which applies the defaults. */
export async function settingValues(db: Queryable): Promise<Record<string, unknown>> {
  const rows = await db.select({ key: settings.key, value: settings.value }).from(settings)
  return Object.fromEntries(rows.map((row) => [row.key, row.value]))
}

/** The time zone of "today", cut-offs and due dates (domain.md 1). */
export async function businessTimeZone(db: Queryable): Promise<string> {
  return readSetting(await settingValues(db), 'business.timeZone')
}
