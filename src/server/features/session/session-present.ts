import type { Profile } from '#contract/v1/session.ts'
import { MAX_FILES, MAX_UPLOAD_BYTES } from '#domain/limits.ts'
import type { FeatureConfig } from '../../ports.ts'
import { businessNameOf, type SettingsInForce } from '../settings/settings-reads.ts'
import type { Account } from './session-reads.ts'

export function presentSession({ token, expiresAt }: { token: string; expiresAt: Date }): { token: string; expiresAt: string } {
  return { token, expiresAt: expiresAt.toISOString() }
}

export function presentProfile({ userID, fullName, role, email }: Account, settings: SettingsInForce, logoUrl: string | null, config: FeatureConfig): Profile {
  return {
    userID,
    fullName,
    role,
    email,
    accountBalance: 0,
    business: { name: businessNameOf(settings), logoUrl },
    config: limits(settings, config),
  }
}

export function presentConfig(settings: SettingsInForce, logoUrl: string | null, config: FeatureConfig, setUpNeeded: boolean) {
  return { businessName: businessNameOf(settings), logoUrl, setUpNeeded, ...limits(settings, config) }
}

function limits(settings: SettingsInForce, { allowRegister, allowReAssignDriver, pageSize }: FeatureConfig): Profile['config'] {
  return { pageSize, timeZone: settings['business.timeZone'], allowRegister, allowReAssignDriver, maxFiles: MAX_FILES, maxUploadBytes: MAX_UPLOAD_BYTES }
}
