import { Drawer, Table } from '@mantine/core'
import { NO_BANNER } from '#client/shells/form-shell.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { actionInWords, type AuditRow, fieldInWords, fieldsOfAudit, valueInAudit } from './audit-words-of.ts'
import styles from './audit.module.css'

/** One change, field by field, with the values before and after. */
export function AuditDetails({ row, onClose }: { row: AuditRow; onClose: () => void }) {
  const { t } = useTranslation('settings')
  const fields = fieldsOfAudit(row)
  const title =
    row.subject === null ? actionInWords(row) : t('audit.title', { what: actionInWords(row), name: row.subject })
  return (
    <Drawer
      opened
      onClose={onClose}
      title={title}
      position="right"
      size="lg"
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{ title: styles.title! }}
      attributes={NO_BANNER}
    >
      <p className={styles.meta}>
        {row.actor ?? t('audit.system')} · {formatDayAndTime(row.at)}
      </p>
      {fields.length === 0 ? (
        <p>{t('audit.nothingKept')}</p>
      ) : (
        <Table className={styles.fields} layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('audit.field')}</Table.Th>
              {row.before === null ? null : <Table.Th>{t('audit.before')}</Table.Th>}
              {row.after === null ? null : <Table.Th>{t('audit.after')}</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {fields.map(({ name, before, after, same }) => (
              <Table.Tr key={name} className={same ? styles.same : ''}>
                <Table.Th scope="row">{fieldInWords(name)}</Table.Th>
                {row.before === null ? null : <Table.Td>{valueInAudit(before)}</Table.Td>}
                {row.after === null ? null : <Table.Td>{same ? t('audit.same') : valueInAudit(after)}</Table.Td>}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Drawer>
  )
}
