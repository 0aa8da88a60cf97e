import { Alert, Button, Table } from '@mantine/core'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { FormValues } from './form-values.ts'
import styles from './form-shell.module.css'

interface ConflictProps {
  mine: FormValues
  before: FormValues
  theirs: FormValues
  labels: Readonly<Record<string, string | undefined>>
  busy: boolean
  onMine: () => void
  onTheirs: () => void
}

/** Two admins changed the same object: shows both versions field by field (screens.md, "For everyone"). */
export function Conflict({ mine, before, theirs, labels, busy, onMine, onTheirs }: ConflictProps) {
  const { t } = useTranslation('shells')
  const changed = Object.keys(mine).filter(
    (name) =>
      text(theirs[name]) !== text(mine[name]) &&
      (text(mine[name]) !== text(before[name]) || text(theirs[name]) !== text(before[name])),
  )
  return (
    <Alert color="yellow" role="alert" className={styles.conflict} title={t('conflictTitle')}>
      <p>{changed.length === 0 ? t('conflictNoField') : t('conflictWhy')}</p>
      {changed.length === 0 ? null : (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('conflictField')}</Table.Th>
              <Table.Th>{t('conflictMine')}</Table.Th>
              <Table.Th>{t('conflictTheirs')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changed.map((name) => (
              <Table.Tr key={name}>
                <Table.Td>{labels[name] ?? name}</Table.Td>
                <Table.Td>{text(mine[name]) || t('empty')}</Table.Td>
                <Table.Td>{text(theirs[name]) || t('empty')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <div data-acts className={styles.choices}>
        <Button variant="default" onClick={onTheirs}>
          {t('takeTheirs')}
        </Button>
        <Button loading={busy} onClick={onMine}>
          {t('keepMine')}
        </Button>
      </div>
    </Alert>
  )
}

const text = (value: unknown): string =>
  value === null || value === undefined ? '' : Array.isArray(value) ? value.join(', ') : String(value)
