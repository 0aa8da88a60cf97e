import { useRef } from 'react'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MAIL_TEMPLATE, type MailTemplateName } from '#domain/mail-templates.ts'
import type { SettingKey } from '#domain/settings.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { previewMail } from '#contract/v1/settings.ts'
import { ask } from '#client/api/query-client.ts'
import { checkFields } from '#client/api/form-rules.ts'
import editor from '#client/shells/mail-editor.module.css'
import { type MailBox, MailFields, withField } from '#client/shells/mail-fields.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { MailFrame } from './mail-frame.tsx'
import { labelOf } from './setting-words.ts'
import type { SettingDrafts } from './use-setting-drafts.ts'
import parts from './settings.module.css'
import styles from './templates.module.css'

export function TemplateEditor({ template, drafts }: { template: MailTemplateName; drafts: SettingDrafts }) {
  const { t } = useTranslation('settings')
  const subject: SettingKey = `mail.${template}.subject`
  const text: SettingKey = `mail.${template}.text`
  const textBox = useRef<HTMLTextAreaElement>(null)
  // The last cursor position, because pressing a placeholder's button moves the focus.
  const last = useRef<{ key: SettingKey; box: MailBox } | null>(null)
  const valueOf = (key: SettingKey) => String(drafts.valueOf(key) ?? '')

  function insert(field: string): void {
    const target = last.current ?? (textBox.current === null ? null : { key: text, box: textBox.current })
    if (target === null) return
    const { key, box } = target
    drafts.set(key, withField(box, field))
  }

  const boxOf = (key: SettingKey) => ({
    label: labelOf(t, key),
    value: valueOf(key),
    error: drafts.problems[key],
    onChange: ({ currentTarget }: { currentTarget: MailBox }) => drafts.set(key, currentTarget.value),
    onFocus: ({ currentTarget }: { currentTarget: MailBox }) => void (last.current = { key, box: currentTarget }),
    onBlur: () => drafts.check(key),
  })
  const name = t(`template.${template}`)
  const isDefault = drafts.isDefault(subject) && drafts.isDefault(text)
  return (
    <section className={parts.card} aria-labelledby={`template-${template}`}>
      <h2 id={`template-${template}`} className={parts.cardTitle}>
        {name}
      </h2>
      <p className={parts.how}>{t(`templateHow.${template}`)}</p>
      <div className={`${editor.sides} ${styles.sides}`}>
        <div className={editor.editor}>
          <TextInput {...boxOf(subject)} />
          <Textarea {...boxOf(text)} ref={textBox} autosize minRows={12} maxRows={28} />
          <MailFields
            label={`${t('insert')}: ${name}`}
            how={<p className={parts.how}>{t('insertHow')}</p>}
            fields={MAIL_TEMPLATE[template].fields}
            onInsert={insert}
          />
          <div>
            <Button
              variant="default"
              disabled={isDefault}
              onClick={() => {
                drafts.set(subject, null)
                drafts.set(text, null)
              }}
            >
              {t('defaultWords')}
            </Button>
          </div>
        </div>
        <TemplatePreview template={template} subject={valueOf(subject)} text={valueOf(text)} />
      </div>
    </section>
  )
}

const ASK_AFTER_MS = 400

interface TemplatePreviewProps {
  template: MailTemplateName
  subject: string
  text: string
}

function TemplatePreview(props: TemplatePreviewProps) {
  const { t } = useTranslation('settings')
  const { template, subject, text } = props
  const [settled] = useDebouncedValue(`${subject}\n${text}`, ASK_AFTER_MS)
  // A subject is one line, so everything after the first line break is the text.
  const cut = settled.indexOf('\n')
  const input = { template, subject: settled.slice(0, cut), text: settled.slice(cut + 1) }
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
    <div className={`${editor.preview} ${styles.preview}`} role="region" aria-label={t('previewOf', { name })}>
      <h3 className={styles.previewTitle}>{t('preview')}</h3>
      {fits ? null : <p className={parts.how}>{t('previewNot')}</p>}
      {data === undefined || !fits ? null : (
        <>
          {data.unknown.length === 0 ? null : (
            <Note tone="warn">
              {t('unknown', { count: data.unknown.length, names: data.unknown.map((one) => `{${one}}`).join(', ') })}
            </Note>
          )}
          <div className={editor.mail}>
            <p className={editor.mailSubject}>{data.subject}</p>
            <MailFrame html={data.html} title={t('previewOf', { name })} />
            <details>
              <summary className={styles.asText}>{t('previewText')}</summary>
              <p className={editor.mailText}>{data.text}</p>
            </details>
          </div>
        </>
      )}
    </div>
  )
}
