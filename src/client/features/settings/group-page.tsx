import { Card } from '@mantine/core'
import { Fields } from '#client/shells/form-parts.tsx'
import type { SettingKey } from '#domain/settings.ts'
import { t } from '#client/ui/core/texts.ts'
import { AutopayPreview } from './autopay-preview.tsx'
import { ChasingPreview } from './chasing-preview.tsx'
import { DrivingTimes } from './driving-times.tsx'
import { LogoField } from './logo-field.tsx'
import { GROUPS } from './parts.ts'
import { RegisterLink } from './register-link.tsx'
import { SettingField } from './setting-field.tsx'
import { SettingsForm } from './settings-form.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { useSettingDrafts } from './use-setting-drafts.ts'
import { GROUP_NAMES } from './group-names.ts'
import { PART_TITLES } from './part-titles.ts'

/** A part with one form of several settings: /settings/business, /prices, /invoices, /collections, /security. */
export function GroupPage({ part }: { part: keyof typeof GROUPS }) {
  const drafts = useSettingDrafts()
  const groups = Object.entries(GROUPS[part]) as [GroupName, readonly SettingKey[]][]
  return (
    <SettingsFrame part={part} title={t(PART_TITLES[part])}>
      {part === 'business' ? <LogoField /> : null}
      {part === 'register' ? <RegisterLink /> : null}
      <SettingsForm label={t(PART_TITLES[part])} drafts={drafts}>
        {groups.map(([group, keys]) => (
          <Card key={group}>
            <Fields title={t(GROUP_NAMES[group])}>
              {keys.map((key) => (
                <SettingField key={key} name={key} drafts={drafts} />
              ))}
            </Fields>
            {group === 'places' ? <DrivingTimes /> : null}
            {group === 'autopay' ? <AutopayPreview drafts={drafts} /> : null}
            {group === 'reminders' || group === 'holds' ? <ChasingPreview group={group} drafts={drafts} /> : null}
          </Card>
        ))}
      </SettingsForm>
    </SettingsFrame>
  )
}

type GroupName = { [Name in keyof typeof GROUPS]: keyof (typeof GROUPS)[Name] }[keyof typeof GROUPS]
