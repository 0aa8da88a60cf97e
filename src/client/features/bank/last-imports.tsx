import { Flex, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { listBankFiles } from '#contract/v1/bank.ts'
import { formatDay } from '#domain/dates.ts'
import { ask } from '#client/api/query-client.ts'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { LinedList } from '#client/ui/office/lined-list.tsx'
import { t } from '#client/ui/core/texts.ts'
import { bankPaths } from './bank-paths.ts'
import styles from './bank.module.css'

const SHOWN = 4

/** The day up to which the bank's lines are imported. */
export function LastImports() {
  const files = useQuery(ask(listBankFiles, { perPage: SHOWN }))
  if (files.data === undefined) return null
  return (
    <Flex aria-labelledby="last-imports" component="section" direction="column" className={styles.last}>
      <Title id="last-imports" order={2}>
        {t('Last imports')}
      </Title>
      {files.data.items.length === 0 ? <Text c="dimmed">{t('No bank file imported yet.')}</Text> : null}
      <LinedList>
        {files.data.items.map(({ bankFileID, name, from, to, posted, waiting, createdAt, createdBy, endedAt }) => (
          <li key={bankFileID}>
            <Stack gap={2}>
              <Link to={bankPaths.linesOf(bankFileID)}>{name}</Link>
              {from === null || to === null ? null : (
                <span>{t('{{from}} to {{to}}', { from: formatDay(from), to: formatDay(to) })}</span>
              )}
              <span>
                {endedAt === null
                  ? t('Interrupted. Import the same file again to continue.')
                  : t('{{paid, number}} paid at import · {{waiting, number}} to check', { paid: posted, waiting })}
              </span>
              <Text span c="dimmed">
                {t('{{time}}, {{name}}', { time: formatDayAndTime(createdAt), name: createdBy })}
              </Text>
            </Stack>
          </li>
        ))}
      </LinedList>
    </Flex>
  )
}
