import { eq } from 'drizzle-orm'
import { readSetting, SETTINGS, type SettingKey } from '#domain/settings.ts'
import type { Queryable } from '../../db/database.ts'
import { settings } from '../../db/tables/settings.ts'

export interface KeptSetting {
  key: SettingKey
  /** In force: kept, or the default. */
  value: unknown
  isDefault: boolean
  /** 0 while nobody has changed it. */
  version: number
}

export async function settingKept(db: Queryable, key: SettingKey): Promise<KeptSetting> {
  const [row] = await db.select().from(settings).where(eq(settings.key, key))
  return settingShown(key, row)
}

/** What a setting's row says, or its default where there is none. */
export function settingShown(key: SettingKey, row: { value: unknown; version: number } | undefined): KeptSetting {
  const value = readSetting(row ? { [key]: row.value } : {}, key)
  return { key, value, isDefault: value === SETTINGS[key].default, version: row?.version ?? 0 }
}
