import { Alert, Button, Group, Table } from '@mantine/core'
import { t } from '#client/ui/core/texts.ts'
import type { FormValues } from './form-values.ts'

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
  const changed = Object.keys(mine).filter(
    (name) =>
      text(theirs[name]) !== text(mine[name]) &&
      (text(mine[name]) !== text(before[name]) || text(theirs[name]) !== text(before[name])),
  )
  return (
    <Alert color="yellow" role="alert" title={t('Someone else edited this.')}>
      <p>
        {changed.length === 0
          ? t('Your changes don’t overlap. Save again to keep both.')
          : t('Which version do you want to keep?')}
      </p>
      {changed.length === 0 ? null : (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('Field')}</Table.Th>
              <Table.Th>{t('Yours')}</Table.Th>
              <Table.Th>{t('Theirs')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changed.map((name) => (
              <Table.Tr key={name}>
                <Table.Td>{labels[name] ?? name}</Table.Td>
                <Table.Td>{text(mine[name]) || t('–')}</Table.Td>
                <Table.Td>{text(theirs[name]) || t('–')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Group data-acts justify="flex-end" mt="sm">
        <Button variant="default" onClick={onTheirs}>
          {t('Use theirs')}
        </Button>
        <Button loading={busy} onClick={onMine}>
          {t('Keep mine')}
        </Button>
      </Group>
    </Alert>
  )
}

const text = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(text).join(', ')
  return typeof value === 'object' ? Object.values(value).map(text).join(' ') : String(value)
}
