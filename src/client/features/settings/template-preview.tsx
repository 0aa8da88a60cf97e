import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { previewMail } from '#contract/v1/settings.ts'
import type { MailTemplateName } from '#domain/mail-templates.ts'
import { ask } from '#client/api/query-client.ts'
import { checkFields } from '#client/api/form-rules.ts'
import { Note } from '#client/ui/core/note.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import parts from './settings.module.css'
import styles from './templates.module.css'

const ASK_AFTER_MS = 400

interface TemplatePreviewProps {
  template: MailTemplateName
  subject: string
  text: string
}

/** A preview of the mail, shortly after the last letter was typed. */
export function TemplatePreview(props: TemplatePreviewProps) {
  const { t } = useTranslation('settings')
  const { template, subject, text } = props
  const [asked] = useDebouncedValue(`${subject}\n${text}`, ASK_AFTER_MS)
  // A subject is one line: everything after the first line break is the text.
  const cut = asked.indexOf('\n')
  const input = { template, subject: asked.slice(0, cut), text: asked.slice(cut + 1) }
  const fits = Object.keys(checkFields(previewMail.input, input)).length === 0
  const { data } = useQuery({
    ...ask(previewMail, input),
    enabled: fits,
    placeholderData: keepPreviousData,
    throwOnError: false,
    staleTime: Infinity,
  })
  const name = t(`template.${template}`)
  return (
    <div className={styles.preview} role="region" aria-label={t('previewOf', { name })}>
      <h3 className={styles.previewTitle}>{t('preview')}</h3>
      {fits ? null : <p className={parts.how}>{t('previewNot')}</p>}
      {data === undefined || !fits ? null : (
        <>
          {data.unknown.length === 0 ? null : (
            <Note tone="warn">
              {t('unknown', { count: data.unknown.length, names: data.unknown.map((one) => `{${one}}`).join(', ') })}
            </Note>
          )}
          <div className={styles.mail}>
            <p className={styles.mailSubject}>{data.subject}</p>
            <p className={styles.mailText}>{data.text}</p>
          </div>
        </>
      )}
    </div>
  )
}
