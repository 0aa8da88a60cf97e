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
import { Note } from '#client/ui/core/note.tsx'
import { MailFrame } from './mail-frame.tsx'
import { labelOf } from './setting-words.ts'
import type { SettingDrafts } from './use-setting-drafts.ts'
import parts from './settings.module.css'
import styles from './templates.module.css'

type Box = HTMLInputElement | HTMLTextAreaElement

export function TemplateEditor({ template, drafts }: { template: MailTemplateName; drafts: SettingDrafts }) {
  const { t } = useTranslation('settings')
  const subject: SettingKey = `mail.${template}.subject`
  const text: SettingKey = `mail.${template}.text`
  const textBox = useRef<HTMLTextAreaElement>(null)
  // The last cursor position, because pressing a placeholder's button moves the focus.
  const last = useRef<{ key: SettingKey; box: Box } | null>(null)
  const valueOf = (key: SettingKey) => String(drafts.valueOf(key) ?? '')

  function insert(field: string): void {
    const target = last.current ?? (textBox.current === null ? null : { key: text, box: textBox.current })
    if (target === null) return
    const { key, box } = target
    const [start, end] = [box.selectionStart ?? box.value.length, box.selectionEnd ?? box.value.length]
    drafts.set(key, `${box.value.slice(0, start)}{${field}}${box.value.slice(end)}`)
    const after = start + field.length + 2
    // The box has its new text at the next render.
    requestAnimationFrame(() => {
      box.focus()
      box.setSelectionRange(after, after)
    })
  }

  const boxOf = (key: SettingKey) => ({
    label: labelOf(t, key),
    value: valueOf(key),
    error: drafts.problems[key],
    onChange: ({ currentTarget }: { currentTarget: Box }) => drafts.set(key, currentTarget.value),
    onFocus: ({ currentTarget }: { currentTarget: Box }) => void (last.current = { key, box: currentTarget }),
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
      <div className={styles.sides}>
        <div className={styles.editor}>
          <TextInput {...boxOf(subject)} />
          <Textarea {...boxOf(text)} ref={textBox} autosize minRows={12} maxRows={28} />
          <div role="group" aria-label={`${t('insert')}: ${name}`} className={styles.fields}>
            <p className={parts.how}>{t('insertHow')}</p>
            {MAIL_TEMPLATE[template].fields.map((field) => (
              <button key={field} type="button" className={styles.field} onClick={() => insert(field)}>
                {`{${field}}`}
              </button>
            ))}
          </div>
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
  const [asked] = useDebouncedValue(`${subject}\n${text}`, ASK_AFTER_MS)
  // A subject is one line, so everything after the first line break is the text.
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
            <MailFrame html={data.html} title={t('previewOf', { name })} />
            <details>
              <summary className={styles.asText}>{t('previewText')}</summary>
              <p className={styles.mailText}>{data.text}</p>
            </details>
          </div>
        </>
      )}
    </div>
  )
}
