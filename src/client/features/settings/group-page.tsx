import { useTranslation } from '#client/ui/core/use-translation.ts'
import { Fields } from '#client/shells/form-parts.tsx'
import type { SettingKey } from '#domain/settings.ts'
import { LogoField } from './logo-field.tsx'
import { GROUPS } from './parts.ts'
import { RegisterLink } from './register-link.tsx'
import { SettingField } from './setting-field.tsx'
import { SettingsForm } from './settings-form.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { useSettingDrafts } from './use-setting-drafts.ts'
import styles from './settings.module.css'

/** A part with one form of several settings: /settings/business, /prices, /invoices, /collections, /security. */
export function GroupPage({ part }: { part: keyof typeof GROUPS }) {
  const { t } = useTranslation('settings')
  const drafts = useSettingDrafts()
  const groups = Object.entries(GROUPS[part]) as [GroupName, readonly SettingKey[]][]
  return (
    <SettingsFrame part={part} title={t(`part.${part}`)}>
      {part === 'business' ? <LogoField /> : null}
      {part === 'register' ? <RegisterLink /> : null}
      <SettingsForm label={t(`part.${part}`)} drafts={drafts}>
        {groups.map(([group, keys]) => (
          <div key={group} className={styles.card}>
            <Fields title={t(`group.${group}`)}>
              {keys.map((key) => (
                <SettingField key={key} name={key} drafts={drafts} />
              ))}
            </Fields>
          </div>
        ))}
      </SettingsForm>
    </SettingsFrame>
  )
}

type GroupName = { [Name in keyof typeof GROUPS]: keyof (typeof GROUPS)[Name] }[keyof typeof GROUPS]
