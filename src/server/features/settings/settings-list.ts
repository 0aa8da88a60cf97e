import { and, getTableColumns, sql } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import type { StoredSetting, listSettings } from '#contract/v1/settings.ts'
import { SETTINGS, type SettingKey } from '#domain/settings.ts'
import type { Queryable } from '../../db/database.ts'
import { settings } from '../../db/tables/settings.ts'
import { keywordIn } from '../../http/keyword.ts'
import { orderOf } from '../../http/paging.ts'
import { createdBetween, SETTING_KEYS } from './settings-reads.ts'
import { settingShown } from './settings-values.ts'

/**
 * The keys with their descriptions as a relation of this statement, because most settings have no row but are listed.
 */
const LISTED = SETTING_KEYS.map((key, place) => ({ key, place, about: SETTINGS[key].about }))
const listed = sql`json_to_recordset(${JSON.stringify(LISTED)}::json) as listed(key text, place integer, about text)`
const key = sql`listed.key`
const SORTS = { key, version: sql`coalesce(${settings.version}, 0)` }

/**
 * The list's filters (api.md, "Lists"): the keyword searches key and description; `from` and `to` limit the day of the
 * last change.
 */
export async function settingsMatching(db: Queryable, input: InputOf<typeof listSettings>): Promise<StoredSetting[]> {
  const where = and(
    keywordIn(input.keyword, [key, sql`listed.about`]),
    await createdBetween(db, settings.updatedAt, input),
  )
  const order = [...(input.sort === undefined ? [] : orderOf(input.sort, SORTS, 'key')), sql`listed.place`]
  const { value, version } = getTableColumns(settings)
  const rows = await db
    .select({ key: sql<SettingKey>`listed.key`, value, version })
    .from(listed)
    .leftJoin(settings, sql`${settings.key} = listed.key`)
    .where(where)
    .orderBy(...order)
  return rows.map((row) =>
    settingShown(row.key, row.version === null ? undefined : { value: row.value, version: row.version }),
  )
}
