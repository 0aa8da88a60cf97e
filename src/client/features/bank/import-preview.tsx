import { useRef } from 'react'
import { Button, Card, Group, Table, Text, Title } from '@mantine/core'
import type { BankResult } from '#contract/v1/bank.ts'
import { formatDay } from '#domain/dates.ts'
import { showDollars } from '#domain/money.ts'
import { Money } from '#client/ui/core/money.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { Wrong } from '#client/shells/wrong.tsx'
import { Figures } from '#client/shells/figures.tsx'
import { plural, sentences, t } from '#client/ui/core/texts.ts'
import { AccountField } from './account-field.tsx'
import stacked from '#client/ui/office/stacked.module.css'

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
    <Card>
      <Title order={2}>{t('{{name}}', { name })}</Title>
      {from === null || to === null ? null : (
        <Text c="dimmed">{t('{{from}} to {{to}}', { from: formatDay(from), to: formatDay(to) })}</Text>
      )}
      {accounts !== null ? (
        <AccountField accounts={accounts} account={account} onChange={onAccount} />
      ) : result.accounts.length === 0 ? null : (
        <Text c="dimmed">{t('Bank account {{accounts}}', { accounts: result.accounts.join(', ') })}</Text>
      )}
      <ResultFigures result={result} />
      {fresh === 0 ? <Note tone="good">{t('Every line of this file is here already.')}</Note> : null}
      <Wrong>{wrong}</Wrong>
      <Group>
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
      </Group>
      {problems.length === 0 ? null : (
        <Text component="ul" c="var(--br-bad-go)">
          {problems.map(({ line, message }) => (
            <li key={`${line} ${message}`}>
              {t('Line')} {line}: {message}
            </li>
          ))}
        </Text>
      )}
      <Lines lines={lines} more={read > lines.length} />
    </Card>
  )
}

function ResultFigures({ result }: { result: BankResult }) {
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
    <Figures
      figures={figures.filter(([, value, always]) => always || value !== 0).map(([label, value]) => ({ label, value }))}
    />
  )
}

function Lines({ lines, more }: { lines: BankResult['lines']; more: boolean }) {
  return (
    <>
      {/* The table may be wider than a tablet, so it can be scrolled by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <Table.ScrollContainer minWidth={0} role="region" aria-label={t('Lines of the file')} tabIndex={0}>
        <Table className={stacked.stacked!}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('Date')}</Table.Th>
              <Table.Th>{t('Description')}</Table.Th>
              <Table.Th ta="end">{t('Amount')}</Table.Th>
              <Table.Th>{t('What happens')}</Table.Th>
              <Table.Th>{t('Customer')}</Table.Th>
              <Table.Th>{t('Reason')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map(({ line, day, text, amount, outcome, name, reason }, at) => (
              <Table.Tr key={`${line} ${at}`} {...((outcome === 'known' || outcome === 'moneyOut') && { c: 'dimmed' })}>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatDay(day)}</Table.Td>
                <Table.Td>{text || t('No description')}</Table.Td>
                <Table.Td ta="end">
                  <Money dollars={amount} />
                </Table.Td>
                <Table.Td>{t(OUTCOME_WORDS[outcome])}</Table.Td>
                <Table.Td>{name}</Table.Td>
                <Table.Td c="dimmed">{reason}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {more ? <Text c="dimmed">{t('Showing the first {{count}} lines.', { count: lines.length })}</Text> : null}
    </>
  )
}
