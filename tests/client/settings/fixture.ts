import { addWords } from '#client/ui/core/i18n.ts'
import { settingsWords } from '#client/features/settings/settings-words.ts'
import type { KeptSetting } from '#contract/v1/settings.ts'
import { settingBounds, SETTINGS, type SettingKey } from '#domain/settings.ts'

addWords('settings', settingsWords)

/** Every setting as the server lists it; the given ones have the given values, at version 3. */
export function keptSettings(values: Partial<Record<SettingKey, unknown>> = {}): KeptSetting[] {
  return (Object.keys(SETTINGS) as SettingKey[]).map((key) => {
    const { default: usual, kind, about } = SETTINGS[key]
    const given = key in values
    return {
      key,
      value: given ? values[key] : usual,
      isDefault: !given,
      default: usual,
      kind,
      about,
      ...settingBounds(SETTINGS[key]),
      version: given ? 3 : 0,
    }
  })
}
