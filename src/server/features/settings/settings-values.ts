import { eq } from 'drizzle-orm'
import type { StoredSetting } from '#contract/v1/settings.ts'
import { readSetting, settingBounds, SETTINGS, type SettingKey } from '#domain/settings.ts'
import type { Queryable } from '../../db/database.ts'
import { settings } from '../../db/tables/settings.ts'

export async function storedSetting(db: Queryable, key: SettingKey): Promise<StoredSetting> {
  const [row] = await db.select().from(settings).where(eq(settings.key, key))
  return settingShown(key, row)
}

/** A setting's stored value, or its default without a row; its version is 0 until it is first changed. */
export function settingShown(key: SettingKey, row: { value: unknown; version: number } | undefined): StoredSetting {
  const value = readSetting(row ? { [key]: row.value } : {}, key)
  const { default: usual, kind, about } = SETTINGS[key]
  return {
    key,
    value,
    isDefault: value === usual,
    default: usual,
    kind,
    about,
    ...settingBounds(SETTINGS[key]),
    version: row?.version ?? 0,
  }
}
