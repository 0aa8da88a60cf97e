import { notes } from '#contract/shapes.ts'
import type { Run } from '#contract/v1/runs.ts'
import { checkValue } from '#client/shells/check-value.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { InlineEdit } from './inline-edit.tsx'
import { mayDo } from './run-acts.ts'
import type { Edit } from './use-run-edits.ts'
import styles from './run-page.module.css'

/** The run's own two texts, edited in place. */
export function RunTexts({ run, edit }: { run: Run; edit: Edit }) {
  const { t } = useTranslation('runPage')
  const changing = mayDo(run, 'describe')
  const fields = [
    { name: 'description', value: run.description ?? '', label: t('description'), none: t('descriptionNone') },
    { name: 'trrNotes', value: run.trrNotes ?? '', label: t('trrNotes'), none: t('trrNotesNone') },
  ] as const
  const save = (name: 'description' | 'trrNotes', label: string) => async (text: string) => {
    const answer = await edit({ [name]: text === '' ? null : text }, t('changeText', { label, value: text }), {
      done: t('textSaved'),
    })
    return answer.kind === 'ok' || answer.kind === 'offline' || answer.kind === 'foreign'
  }
  return (
    <dl className={styles.texts}>
      {fields.map(({ name, value, label, none }) =>
        changing || value !== '' ? (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              {changing ? (
                <InlineEdit
                  value={value}
                  label={label}
                  say={t('editField', { label, value: value || t('empty') })}
                  check={(text) => checkValue(notes, text)}
                  onSave={save(name, label)}
                >
                  {value || <span className={styles.soft}>{none}</span>}
                </InlineEdit>
              ) : (
                value
              )}
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
