import { eq } from 'drizzle-orm'
import { readSetting, SETTINGS, type SettingKey } from '#domain/settings.ts'
import type { Queryable } from '../../db/database.ts'
import { settings } from '../../db/tables/settings.ts'
import { SETTING_KEYS } from './settings-reads.ts'

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
  return shown(key, row)
}

/** Every setting, in the order the domain lists them. */
export async function settingsKept(db: Queryable): Promise<KeptSetting[]> {
  const rows = new Map((await db.select().from(settings)).map((row) => [row.key, row]))
  return SETTING_KEYS.map((key) => shown(key, rows.get(key)))
}

function shown(key: SettingKey, row: { value: unknown; version: number } | undefined): KeptSetting {
  const value = readSetting(row ? { [key]: row.value } : {}, key)
  return { key, value, isDefault: value === SETTINGS[key].default, version: row?.version ?? 0 }
}
