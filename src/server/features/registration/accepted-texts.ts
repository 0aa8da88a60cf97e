import { createHash } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'
import { acceptedTexts } from '../../db/tables/registrations.ts'
import { Refused } from '../../http/refused.ts'
import { settingsInForce, type SettingsInForce } from '../settings/public.ts'

const KINDS = ['terms', 'privacy'] as const
type Kind = (typeof KINDS)[number]

/** The current terms or privacy notice. The version names the wording, even when the office returns to it. */
export function currentText(settings: SettingsInForce, kind: Kind): { version: string; text: string } {
  const text = settings[`register.${kind}`]
  return { version: createHash('sha256').update(`${kind}\n${text}`).digest('hex').slice(0, 16), text }
}

interface Accepted {
  readonly termsVersion?: string | undefined
  readonly privacyVersion?: string | undefined
}

/** Stores the accepted wordings. Refuses those that were shown before the office changed them (`terms_changed`). */
export async function acceptTexts(
  tx: Queryable,
  shown: Accepted,
  now: Date,
): Promise<{ termsVersion: string; privacyVersion: string }> {
  const settings = await settingsInForce(tx)
  const [terms, privacy] = [currentText(settings, 'terms'), currentText(settings, 'privacy')]
  if ((shown.termsVersion ?? terms.version) !== terms.version) throw new Refused('terms_changed')
  if ((shown.privacyVersion ?? privacy.version) !== privacy.version) throw new Refused('terms_changed')
  await tx
    .insert(acceptedTexts)
    .values([
      { ...terms, kind: 'terms', createdAt: now },
      { ...privacy, kind: 'privacy', createdAt: now },
    ])
    .onConflictDoNothing()
  return { termsVersion: terms.version, privacyVersion: privacy.version }
}
