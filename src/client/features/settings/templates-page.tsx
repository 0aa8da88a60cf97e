import { MAIL_TEMPLATES } from '#domain/mail-templates.ts'
import { t } from '#client/ui/core/texts.ts'
import { SettingsForm } from './settings-form.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { TemplateEditor } from './template-editor.tsx'
import { useSettingDrafts } from './use-setting-drafts.ts'

export function TemplatesPage() {
  const drafts = useSettingDrafts()
  return (
    <SettingsFrame part="templates" title={t('Email templates')}>
      <SettingsForm label={t('Email templates')} drafts={drafts} wide>
        {MAIL_TEMPLATES.map((template) => (
          <TemplateEditor key={template} template={template} drafts={drafts} />
        ))}
      </SettingsForm>
    </SettingsFrame>
  )
}
