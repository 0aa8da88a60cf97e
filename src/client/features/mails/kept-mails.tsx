import { useState } from 'react'
import { Button, Card, Checkbox, NativeSelect } from '@mantine/core'
import type { OutputOf } from '#contract/endpoint.ts'
import { type previewKeptMails, sendKeptMails } from '#contract/v1/mails.ts'
import { MAIL_AGES, type MailAge, type MailKind } from '#domain/mail-kinds.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { useHasMailServer } from '#client/shells/no-mail-server.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import styles from './mails-page.module.css'

type Kept = OutputOf<typeof previewKeptMails>
type OfKind = Kept['kinds'][number]

/** The emails kept while no mail server was set, by kind and age, and sending them in one go. */
export function KeptMails({ kept }: { kept: Kept }) {
  const { t } = useTranslation('mails')
  const hasServer = useHasMailServer()
  const [left, setLeft] = useState<readonly MailKind[]>([])
  const [upTo, setUpTo] = useState<MailAge>('older')
  const [asking, setAsking] = useState(false)
  const chosen = kept.kinds.filter(({ kind }) => !left.includes(kind))
  const count = chosen.reduce((sum, one) => sum + countOf(one, upTo), 0)
  const toggle = (kind: MailKind) => setLeft(left.includes(kind) ? left.filter((one) => one !== kind) : [...left, kind])
  return (
    <Card component="section" withBorder radius="lg" padding="md" mb="md" aria-labelledby="kept-mails">
      <div className={styles.server}>
        <h2 id="kept-mails">{t(hasServer ? 'keptTitle' : 'keptUnsent', { count: kept.sendable })}</h2>
        <p>{t(hasServer ? 'keptHow' : 'keptHowUnsent')}</p>
        {kept.kinds.length === 0 ? null : (
          <table className={styles.kinds}>
            <thead>
              <tr>
                <th scope="col">{t('kind')}</th>
                {MAIL_AGES.map((age) => (
                  <th key={age} scope="col">
                    {t(`age.${age}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {kept.kinds.map((one) => (
                <tr key={one.kind}>
                  <th scope="row">
                    {hasServer ? (
                      <Checkbox
                        label={t(`kinds.${one.kind}`)}
                        checked={!left.includes(one.kind)}
                        onChange={() => toggle(one.kind)}
                      />
                    ) : (
                      t(`kinds.${one.kind}`)
                    )}
                  </th>
                  {MAIL_AGES.map((age) => (
                    <td key={age}>{one[age]}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {kept.leftOut.map(({ reason, count: leftOut }) => (
          <p key={reason} className={styles.meta}>
            {t(`leftOut.${reason}`, { count: leftOut })}
          </p>
        ))}
        {hasServer && kept.kinds.length > 0 ? (
          <div className={styles.keptActs}>
            <NativeSelect
              label={t('upTo')}
              value={upTo}
              onChange={({ currentTarget }) => setUpTo(currentTarget.value as MailAge)}
              data={MAIL_AGES.map((age) => ({ value: age, label: t(`upToAge.${age}`) }))}
            />
            <Button disabled={count === 0} onClick={() => setAsking(true)}>
              {t('sendKept', { count })}
            </Button>
          </div>
        ) : null}
      </div>
      <ConfirmCommand
        opened={asking}
        question={t('sendKeptQuestion', { count })}
        cancel={t('cancel')}
        confirm={t('sendKept', { count })}
        endpoint={sendKeptMails}
        input={{ kinds: chosen.map(({ kind }) => kind), upTo }}
        done={t('keptQueued')}
        onClose={() => setAsking(false)}
        onDone={() => setAsking(false)}
      >
        <p>{t('sendKeptWhy')}</p>
      </ConfirmCommand>
    </Card>
  )
}

/** How many of the kind are at most this old. */
function countOf(one: OfKind, upTo: MailAge): number {
  const ages = MAIL_AGES.slice(0, MAIL_AGES.indexOf(upTo) + 1)
  return ages.reduce((sum, age) => sum + one[age], 0)
}
