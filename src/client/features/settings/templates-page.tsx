import { MAIL_TEMPLATES } from '#domain/mail-templates.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { SettingsForm } from './settings-form.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { TemplateEditor } from './template-editor.tsx'
import { useSettingDrafts } from './use-setting-drafts.ts'

export function TemplatesPage() {
  const { t } = useTranslation('settings')
  const drafts = useSettingDrafts()
  return (
    <SettingsFrame part="templates" title={t('part.templates')}>
      <SettingsForm label={t('part.templates')} drafts={drafts} wide>
        {MAIL_TEMPLATES.map((template) => (
          <TemplateEditor key={template} template={template} drafts={drafts} />
        ))}
      </SettingsForm>
    </SettingsFrame>
  )
}
