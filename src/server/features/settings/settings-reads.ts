import { and, type Column, gte, lt, type SQL } from 'drizzle-orm'
import { dayOf, type Day, endOfDayExclusive, startOfDay } from '#domain/dates.ts'
import { readSetting, SETTINGS, type SettingKey, type SettingValue } from '#domain/settings.ts'
import type { Queryable } from '../../db/database.ts'
import { settingValues } from '../../db/setting-values.ts'

/** The current value of every setting. Money is in AUD dollars; `fromDollars` converts to cents. */
export type SettingsInForce = { readonly [K in SettingKey]: SettingValue<K> }

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[]

export async function settingsInForce(db: Queryable): Promise<SettingsInForce> {
  return settingsFrom(await settingValues(db))
}

/** @param values as stored, by key; a missing one has its default */
export function settingsFrom(values: Readonly<Record<string, unknown>>): SettingsInForce {
  return Object.fromEntries(SETTING_KEYS.map((key) => [key, readSetting(values, key)])) as unknown as SettingsInForce
}

/** The firm's name; the product's name until one is set. */
export function businessNameOf(settings: SettingsInForce): string {
  return settings['business.name'] || 'Bagrun'
}

/** "Today" is in the business time zone, not the server's (domain.md 1). */
export async function businessToday(db: Queryable, now: Date): Promise<Day> {
  return dayOf(now, (await settingsInForce(db))['business.timeZone'])
}

/** The list filters `from` and `to`: days in the business time zone, both inclusive (api.md, "Lists"). */
export async function createdBetween(
  db: Queryable,
  column: Column,
  { from, to }: { from?: Day | undefined; to?: Day | undefined },
): Promise<SQL | undefined> {
  if (from === undefined && to === undefined) return undefined
  const timeZone = (await settingsInForce(db))['business.timeZone']
  return and(
    from === undefined ? undefined : gte(column, startOfDay(from, timeZone)),
    to === undefined ? undefined : lt(column, endOfDayExclusive(to, timeZone)),
  )
}
