import { sql } from 'drizzle-orm'
import type { StoredSetting } from '#contract/v1/settings.ts'
import { settingClash, settingProblem, SETTINGS, type SettingKey, typedSetting } from '#domain/settings.ts'
import { visible } from '#domain/texts.ts'
import type { Queryable } from '../../db/database.ts'
import { settingValues } from '../../db/setting-values.ts'
import { settings } from '../../db/tables/settings.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'
import { type Actor, requireArea, requireVersion } from '../../http/serve.ts'
import { provedByProvider } from '../../http/sessions.ts'
import { hasSecondFactor } from '../accounts/public.ts'
import { businessToday } from './settings-reads.ts'
import { storedSetting } from './settings-values.ts'

export interface SettingChange {
  readonly key: SettingKey
  /** Null resets it to the default. */
  readonly value: unknown
  /** The version the change is based on; null: not compared. */
  readonly version: number | null
}

type SignedIn = Author & { readonly actor: Pick<Actor, 'sessionID' | 'officeRole'> }

interface ChangeOptions {
  /** Answers the question whether to close the books beyond today, probably a mistyped year. */
  readonly lockAhead: boolean
  /** The field of the request that a refusal of this setting names. */
  readonly fieldOf: (key: SettingKey) => string
}

/**
 * Stores several values, all or none. They are judged together, so that two that depend on each other, such as the
 * days of the two reminders, need no order. 422 with a sentence for each invalid one.
 */
export async function changeSettings(
  tx: Queryable,
  author: SignedIn,
  changes: readonly SettingChange[],
  { lockAhead, fieldOf }: ChangeOptions,
): Promise<StoredSetting[]> {
  // How the office signs in is decided by those who decide who may.
  if (changes.some(({ key }) => key.startsWith('security.'))) requireArea(author.actor, 'users')
  const made = []
  for (const { key, value: given, version } of changes) {
    const before = await storedSetting(tx, key)
    requireVersion(version, before.version)
    const value = typedSetting(key, typeof given === 'string' ? visible(given) : given)
    const after = value ?? SETTINGS[key].default
    made.push({ key, before, value, after, isChanged: before.value !== after })
  }
  const together = { ...(await settingValues(tx)), ...Object.fromEntries(made.map(({ key, value }) => [key, value])) }
  const wrong: Record<string, string> = {}
  for (const [at, { key, value, after, isChanged }] of made.entries()) {
    const problem = made.slice(0, at).some((earlier) => earlier.key === key)
      ? 'Named twice'
      : ((value === null ? null : settingProblem(key, value)) ??
        (isChanged ? (settingClash(together, key, after) ?? (await lockingOut(tx, author, key, value))) : null))
    if (problem !== null) wrong[fieldOf(key)] = problem
  }
  if (Object.keys(wrong).length > 0) throw new Refused('fields_invalid', { fields: wrong })
  const changed = made.filter(({ isChanged }) => isChanged)
  const lock = changed.find(({ key }) => key === 'books.lockedThrough')
  if (lock && !lockAhead && String(lock.value ?? '') > (await businessToday(tx, author.now)))
    throw new Refused('lock_ahead')
  for (const change of changed) await store(tx, author, change)
  const stored = []
  for (const { key } of made) stored.push(await storedSetting(tx, key))
  return stored
}

async function lockingOut(tx: Queryable, { actor }: SignedIn, key: SettingKey, value: unknown): Promise<string | null> {
  if (key !== 'security.adminSecondFactor' || value !== true) return null
  if ((await hasSecondFactor(tx, actor.userID)) || (await provedByProvider(tx, actor.sessionID))) return null
  return 'Set up your own second step on your profile page first, or this would lock you out.'
}

async function store(
  tx: Queryable,
  author: Author,
  { key, before, value, after }: { key: SettingKey; before: StoredSetting; value: unknown; after: unknown },
): Promise<void> {
  // The row stays when the default is restored, so that its version continues and an old If-Match never matches again.
  const stored = sql`${JSON.stringify(value)}::jsonb`
  const version = before.version + 1
  await tx
    .insert(settings)
    .values({ key, value: stored, updatedAt: author.now, version })
    .onConflictDoUpdate({ target: settings.key, set: { value: stored, updatedAt: author.now, version } })
  await recordChange(tx, author, {
    action: 'setting.update',
    subjectKind: 'setting',
    subjectID: key,
    before: { value: before.value },
    after: { value: after },
  })
}
