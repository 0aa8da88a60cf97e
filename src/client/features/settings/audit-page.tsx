import { useMemo, useState } from 'react'
import type { Translate } from '#client/ui/core/i18n.ts'
import { Drawer, Table } from '@mantine/core'
import { type Admin, getAdmin, listAdmins } from '#contract/v1/admins.ts'
import { listAudit } from '#contract/v1/audit.ts'
import { MAIL_TEMPLATES } from '#domain/mail-templates.ts'
import { isSettingKey, type SettingKey } from '#domain/settings.ts'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import type { PickSource } from '#client/shells/remote-pick.tsx'
import type { Column } from '#client/ui/office/data-table.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { NO_BANNER } from '#client/shells/form-shell.tsx'
import { actionInWords, type AuditRow, fieldInWords, fieldsOfAudit, valueInAudit } from './audit-words-of.ts'
import { auditWords } from './audit-words.ts'
import { GROUPS } from './parts.ts'
import { labelOf } from './setting-words.ts'
import type { settingsWords } from './settings-words.ts'
import { SettingsFrame } from './settings-frame.tsx'
import styles from './audit.module.css'

const ADMINS: PickSource = {
  list: listAdmins,
  one: getAdmin,
  idAs: 'adminID',
  few: true,
  optionOf: ({ adminID, fullName }: Admin) => ({ value: adminID, label: fullName }),
}

/** The subject kinds offered by the filter; other entries of `kind` are first halves of actions. */
const KINDS = [
  'admin',
  'calendar',
  'customer',
  'device',
  'driver',
  'event',
  'import',
  'invoice',
  'job',
  'mail',
  'no_pickup',
  'product',
  'reminder',
  'run',
  'setting',
  'suburb',
  'transaction',
  'user',
] as const

export function AuditPage() {
  const { t } = useTranslation('settings')
  const [open, setOpen] = useState<AuditRow | null>(null)
  const columns = useMemo(() => auditColumns(t, setOpen), [t])
  const filters = useMemo<readonly Filter[]>(
    () => [
      { kind: 'pick', name: 'actorID', label: t('audit.who'), source: ADMINS },
      {
        kind: 'choice',
        name: 'subjectKind',
        label: t('audit.kindLabel'),
        options: KINDS.map((kind) => ({ value: kind, label: auditWords.kind[kind] })).toSorted((a, b) =>
          a.label.localeCompare(b.label),
        ),
      },
      { kind: 'day', name: 'from', label: t('audit.from') },
      { kind: 'day', name: 'to', label: t('audit.to') },
    ],
    [t],
  )
  return (
    <SettingsFrame part="audit" title={t('part.audit')}>
      <ListScreen
        inside
        name="audit"
        title={t('part.audit')}
        endpoint={listAudit}
        columns={columns}
        keyOf={({ auditID }) => auditID}
        nameOf={actionInWords}
        filters={filters}
        counted={(count) => t('audit.counted', { count })}
        search={t('audit.searchHow')}
        empty={{ title: t('audit.empty'), how: t('audit.emptyHow') }}
      />
      {open === null ? null : <AuditDetails row={open} onClose={() => setOpen(null)} />}
    </SettingsFrame>
  )
}

const auditColumns = (t: Translate<'settings'>, open: (row: AuditRow) => void): readonly Column<AuditRow>[] => [
  {
    id: 'action',
    title: t('audit.what'),
    main: true,
    sort: 'action',
    cell: (row) => (
      <button type="button" className={styles.open} onClick={() => open(row)}>
        {actionInWords(row)}
      </button>
    ),
    csv: actionInWords,
  },
  {
    id: 'subject',
    title: t('audit.subject'),
    cell: (row) => subjectInWords(t, row),
    csv: (row) => subjectInWords(t, row),
  },
  { id: 'actor', title: t('audit.who'), cell: ({ actor }) => actor ?? t('audit.system'), csv: ({ actor }) => actor },
  { id: 'at', title: t('audit.at'), sort: 'at', cell: ({ at }) => formatDayAndTime(at), csv: ({ at }) => at },
]

/** What can be deleted, and has no name then. A subject of another kind without a name is not marked as gone. */
const DELETABLE: readonly string[] = [
  'admin',
  'calendar',
  'customer',
  'device',
  'driver',
  'event',
  'job',
  'mail',
  'no_pickup',
  'pickup_request',
  'product',
  'reminder',
  'run',
  'suburb',
  'suburb-request',
  'user',
]

/** A setting is shown by its label, after the email template or the group of settings that it belongs to. */
function subjectInWords(t: Translate<'settings'>, { subject, subjectKind, subjectID }: AuditRow): string {
  if (subjectKind !== 'setting') return subject ?? t(DELETABLE.includes(subjectKind) ? 'audit.gone' : 'audit.none')
  if (!isSettingKey(subjectID)) return subjectID === 'logo' ? t('logo') : (subject ?? subjectID)
  const label = labelOf(t, subjectID)
  const template = MAIL_TEMPLATES.find((name) => subjectID.startsWith(`mail.${name}.`))
  if (template !== undefined) return `${t(`template.${template}`)}: ${label}`
  const group = GROUP_OF.find(([, keys]) => keys.includes(subjectID))?.[0]
  return group === undefined ? label : `${t(`group.${group}`)}: ${label}`
}

type Group = keyof typeof settingsWords.group
const GROUP_OF = Object.values(GROUPS).flatMap((groups) => Object.entries(groups) as [Group, readonly SettingKey[]][])

function AuditDetails({ row, onClose }: { row: AuditRow; onClose: () => void }) {
  const { t } = useTranslation('settings')
  const fields = fieldsOfAudit(row)
  const title =
    row.subject === null
      ? actionInWords(row)
      : t('audit.title', { what: actionInWords(row), name: subjectInWords(t, row) })
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
