import { sql } from 'drizzle-orm'
import type { StoredSetting } from '#contract/v1/settings.ts'
import { settingClash, settingProblem, SETTINGS, type SettingKey, typedSetting } from '#domain/settings.ts'
import { visible } from '#domain/texts.ts'
import type { Queryable } from '../../db/database.ts'
import { settingValues } from '../../db/setting-values.ts'
import { settings } from '../../db/tables/settings.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { requireVersion } from '../../http/serve.ts'
import { hasSecondFactor } from '../accounts/public.ts'
import { businessToday } from './settings-reads.ts'
import { storedSetting } from './settings-values.ts'

/**
 * Stores a value; null resets it to the default. 422 with a sentence when the value is invalid for the key.
 * @param lockAhead answers the question whether to close the books beyond today, probably a mistyped year
 */
export async function changeSetting(
  tx: Queryable,
  author: Author,
  key: SettingKey,
  { value: given, lockAhead }: { readonly value: unknown; readonly lockAhead: boolean },
  ifMatch: number | null,
): Promise<StoredSetting> {
  const value = typedSetting(key, typeof given === 'string' ? visible(given) : given)
  const before = await storedSetting(tx, key)
  requireVersion(ifMatch, before.version)
  const problem = value === null ? null : settingProblem(key, value)
  if (problem !== null) refuseField('value', problem)
  if (before.value === (value ?? SETTINGS[key].default)) return before
  if (key === 'books.lockedThrough' && !lockAhead && String(value ?? '') > (await businessToday(tx, author.now)))
    throw new Refused('lock_ahead')
  const clash = settingClash(await settingValues(tx), key, value ?? SETTINGS[key].default)
  if (clash !== null) refuseField('value', clash)
  if (key === 'security.adminSecondFactor' && value === true && !(await hasSecondFactor(tx, author.actor.userID))) {
    refuseField('value', 'Set up your own second step on your profile page first, or this would lock you out.')
  }
  // The row stays when the default is restored, so that its version continues and an old If-Match never matches again.
  const stored = sql`${JSON.stringify(value)}::jsonb`
  const version = before.version + 1
  await tx
    .insert(settings)
    .values({ key, value: stored, updatedAt: author.now, version })
    .onConflictDoUpdate({ target: settings.key, set: { value: stored, updatedAt: author.now, version } })
  const after = { value: value ?? SETTINGS[key].default }
  await recordChange(tx, author, {
    action: 'setting.update',
    subjectKind: 'setting',
    subjectID: key,
    before: { value: before.value },
    after,
  })
  return storedSetting(tx, key)
}
