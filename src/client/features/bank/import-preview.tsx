import { useRef } from 'react'
import { Button, Card } from '@mantine/core'
import type { BankResult } from '#contract/v1/bank.ts'
import { formatDay } from '#domain/dates.ts'
import { showDollars } from '#domain/money.ts'
import { Money } from '#client/ui/core/money.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { plural, sentences, t } from '#client/ui/core/texts.ts'
import { AccountField } from './account-field.tsx'
import styles from './bank.module.css'

const OUTCOME_WORDS = sentences({
  posts: 'Paid',
  check: 'To check',
  waits: 'No match',
  moneyOut: 'Money out',
  clearing: 'Card payout',
  known: 'Already imported',
})

interface ImportPreviewProps {
  name: string
  result: BankResult
  /** The accounts to choose from; null: the file names its own. */
  accounts: readonly string[] | null
  account: string | null
  busy: boolean
  wrong: string | null
  onAccount: (account: string) => void
  onStart: () => void
  onBack: () => void
  /** Chooses the columns again; null: the office did not choose them. */
  onColumns: (() => void) | null
}

export function ImportPreview({
  name,
  result,
  accounts,
  account,
  busy,
  wrong,
  onAccount,
  onStart,
  onBack,
  onColumns,
}: ImportPreviewProps) {
  const { read, known, from, to, lines, problems } = result
  const fresh = read - known
  const blocked = accounts !== null && account === null
  const focused = useRef(false)
  // The button is focused once, so that Enter imports.
  const firstFocus = (button: HTMLButtonElement | null) => {
    if (button === null || focused.current) return
    focused.current = true
    if (!blocked) button.focus()
  }
  return (
    <Card withBorder radius="lg" padding="lg" className={styles.card}>
      <h2 className={styles.heading}>{t('{{name}}', { name })}</h2>
      {from === null || to === null ? null : (
        <p className={styles.soft}>{t('{{from}} to {{to}}', { from: formatDay(from), to: formatDay(to) })}</p>
      )}
      {accounts !== null ? (
        <AccountField accounts={accounts} account={account} onChange={onAccount} />
      ) : result.accounts.length === 0 ? null : (
        <p className={styles.soft}>{t('Bank account {{accounts}}', { accounts: result.accounts.join(', ') })}</p>
      )}
      <Figures result={result} />
      {fresh === 0 ? <Note tone="good">{t('Every line of this file is here already.')}</Note> : null}
      <p role="alert" className={styles.wrong}>
        {wrong}
      </p>
      <div className={styles.choices}>
        <Button variant="default" onClick={onBack} data-autofocus={fresh === 0}>
          {t('Choose another file')}
        </Button>
        {onColumns === null ? null : (
          <Button variant="default" onClick={onColumns}>
            {t('Choose the columns again')}
          </Button>
        )}
        {fresh === 0 ? null : (
          <Button ref={firstFocus} loading={busy} disabled={blocked} onClick={onStart}>
            {plural(fresh, 'Import {{count, number}} new line', 'Import {{count, number}} new lines')}
          </Button>
        )}
      </div>
      {problems.length === 0 ? null : (
        <ul className={styles.problems}>
          {problems.map(({ line, message }) => (
            <li key={`${line} ${message}`}>
              {t('Line')} {line}: {message}
            </li>
          ))}
        </ul>
      )}
      <Lines lines={lines} more={read > lines.length} />
    </Card>
  )
}

function Figures({ result }: { result: BankResult }) {
  const figures: [label: string, value: string | number, always?: boolean][] = [
    [t('Lines'), result.read, true],
    [t('Matched automatically'), result.posted, true],
    [t('Amount'), showDollars(result.postedAmount), true],
    [t('To check'), result.toCheck, true],
    [t('No match'), result.waiting, true],
    [t('Money out'), result.moneyOut],
    [t('Card payouts'), result.clearing],
    [t('Already imported'), result.known],
    [t('Can’t be read'), result.unreadable],
  ]
  return (
    <dl className={styles.figures}>
      {figures
        .filter(([, value, always]) => always || value !== 0)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

function Lines({ lines, more }: { lines: BankResult['lines']; more: boolean }) {
  return (
    <>
      {/* The table may be wider than a tablet, so it can be scrolled by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroll} role="region" aria-label={t('Lines of the file')} tabIndex={0}>
        <table className={`${styles.table} ${styles.fileLines}`}>
          <thead>
            <tr>
              <th>{t('Date')}</th>
              <th>{t('Description')}</th>
              <th className={styles.end}>{t('Amount')}</th>
              <th className={styles.short}>{t('What happens')}</th>
              <th>{t('Customer')}</th>
              <th>{t('Reason')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ line, day, text, amount, outcome, name, reason }, at) => (
              <tr key={`${line} ${at}`} data-dim={outcome === 'known' || outcome === 'moneyOut'}>
                <td className={styles.short}>{formatDay(day)}</td>
                <td className={styles.text}>{text || t('No description')}</td>
                <td className={styles.end}>
                  <Money dollars={amount} />
                </td>
                <td className={styles.short}>{t(OUTCOME_WORDS[outcome])}</td>
                <td className={styles.payer}>{name}</td>
                <td className={styles.soft}>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more ? <p className={styles.soft}>{t('Showing the first {{count}} lines.', { count: lines.length })}</p> : null}
    </>
  )
}
