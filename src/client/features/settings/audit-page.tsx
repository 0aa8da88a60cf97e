import { useMemo, useState } from 'react'
import { Table, Text, UnstyledButton } from '@mantine/core'
import { type Admin, getAdmin, listAdmins } from '#contract/v1/admins.ts'
import { listAudit } from '#contract/v1/audit.ts'
import { MAIL_TEMPLATES } from '#domain/mail-templates.ts'
import { isSettingKey, type SettingKey } from '#domain/settings.ts'
import { whoInAudit } from '#client/shells/audit-who.ts'
import { useDepotNames } from '#client/shells/depots.tsx'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import type { PickSource } from '#client/shells/remote-pick.tsx'
import type { Column } from '#client/ui/office/data-table.tsx'
import { formatDayAndTime, timeInFile } from '#client/ui/core/time-text.ts'
import { OfficeDrawer } from '#client/shells/office-dialog.tsx'
import { rowLink } from '#client/ui/office/data-table.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { actionInWords, type AuditRow, fieldInWords, fieldsOfAudit, valueInAudit } from './audit-words-of.ts'
import { GROUPS } from './parts.ts'
import { labelOf } from './setting-words.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { GROUP_NAMES } from './group-names.ts'
import { TEMPLATE_NAMES } from './template-names.ts'
import { AUDIT_KIND_WORDS, AUDIT_SUBJECTS } from './audit-names.ts'

const ADMINS: PickSource = {
  list: listAdmins,
  one: getAdmin,
  idAs: 'adminID',
  few: true,
  optionOf: ({ adminID, fullName }: Admin) => ({ value: adminID, label: fullName }),
}

export function AuditPage() {
  const [open, setOpen] = useState<AuditRow | null>(null)
  const columns = useMemo(() => auditColumns(setOpen), [])
  const filters = useMemo<readonly Filter[]>(
    () => [
      { kind: 'pick', name: 'actorID', label: t('Who'), source: ADMINS },
      {
        kind: 'choice',
        name: 'subjectKind',
        label: t('Kind'),
        options: AUDIT_SUBJECTS.map((kind) => ({ value: kind, label: t(AUDIT_KIND_WORDS[kind]) })).toSorted((a, b) =>
          a.label.localeCompare(b.label),
        ),
      },
      { kind: 'day', name: 'from', label: t('From') },
      { kind: 'day', name: 'to', label: t('To') },
    ],
    [],
  )
  return (
    <SettingsFrame part="audit" title={t('Audit log')}>
      <ListScreen
        inside
        name="audit"
        title={t('Audit log')}
        endpoint={listAudit}
        columns={columns}
        keyOf={({ auditID }) => auditID}
        nameOf={actionInWords}
        filters={filters}
        counted={(count) => plural(count, '{{count}} entry', '{{count, number}} entries')}
        search={t('Who did it')}
        empty={{ title: t('No changes yet'), how: t('Every change made in the office is listed here.') }}
      />
      {open === null ? null : <AuditDetails row={open} onClose={() => setOpen(null)} />}
    </SettingsFrame>
  )
}

const AS_WRITTEN = { overflowWrap: 'anywhere', verticalAlign: 'top', whiteSpace: 'pre-wrap' } as const

const auditColumns = (open: (row: AuditRow) => void): readonly Column<AuditRow>[] => [
  {
    id: 'action',
    title: t('What'),
    main: true,
    sort: 'action',
    cell: (row) => (
      <UnstyledButton className={rowLink} onClick={() => open(row)}>
        {actionInWords(row)}
      </UnstyledButton>
    ),
    csv: actionInWords,
  },
  {
    id: 'subject',
    title: t('Item'),
    cell: (row) => subjectInWords(row),
    csv: (row) => subjectInWords(row),
  },
  {
    id: 'actor',
    title: t('Who'),
    cell: (row) => whoInAudit(row, t('System or not signed in')),
    csv: (row) => whoInAudit(row, t('System or not signed in')),
  },
  { id: 'at', title: t('When'), sort: 'at', cell: ({ at }) => formatDayAndTime(at), csv: ({ at }) => timeInFile(at) },
]

/** What can be deleted, and has no name then. A subject of another kind without a name is not marked as gone. */
const DELETABLE: readonly string[] = [
  'admin',
  'calendar',
  'customer',
  'depot',
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

/**
 * Mails sent in one go are counted. A setting is shown by its label, after the email template or the group of settings that it belongs to.
 */
function subjectInWords({ action, after, subject, subjectKind, subjectID }: AuditRow): string {
  const { emails } = after ?? {}
  if (action === 'mail.send-kept' && typeof emails === 'number')
    return plural(emails, '{{count}} email', '{{count, number}} emails')
  if (subjectKind !== 'setting') return subject ?? t(DELETABLE.includes(subjectKind) ? 'Deleted' : '–')
  if (!isSettingKey(subjectID)) return subjectID === 'logo' ? t('Logo') : (subject ?? subjectID)
  const label = labelOf(subjectID)
  const template = MAIL_TEMPLATES.find((name) => subjectID.startsWith(`mail.${name}.`))
  if (template !== undefined) return `${t(TEMPLATE_NAMES[template])}: ${label}`
  const group = GROUP_OF.find(([, keys]) => keys.includes(subjectID))?.[0]
  return group === undefined ? label : `${t(GROUP_NAMES[group])}: ${label}`
}

type Group = keyof typeof GROUP_NAMES
const GROUP_OF = Object.values(GROUPS).flatMap((groups) => Object.entries(groups) as [Group, readonly SettingKey[]][])

function AuditDetails({ row, onClose }: { row: AuditRow; onClose: () => void }) {
  const fields = fieldsOfAudit(row)
  const depots = useDepotNames()
  const inWords = (value: unknown, name: string) =>
    name === 'depotID' && typeof value === 'string' ? (depots.get(value) ?? t('Deleted')) : valueInAudit(value, name)
  const title =
    row.subject === null
      ? actionInWords(row)
      : t('{{what}}: {{name}}', { what: actionInWords(row), name: subjectInWords(row) })
  return (
    <OfficeDrawer onClose={onClose} title={title} size="lg">
      <Text c="dimmed" mb="sm">
        {whoInAudit(row, t('System or not signed in'))} · {formatDayAndTime(row.at)}
      </Text>
      {fields.length === 0 ? (
        <p>{t('No details logged. Private details never are.')}</p>
      ) : (
        <Table layout="fixed" styles={{ td: AS_WRITTEN, th: AS_WRITTEN }}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('Field')}</Table.Th>
              {row.before === null ? null : <Table.Th>{t('Before')}</Table.Th>}
              {row.after === null ? null : <Table.Th>{t('After')}</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {fields.map(({ name, before, after, same }) => (
              <Table.Tr key={name} {...(same && { c: 'dimmed' })}>
                <Table.Th scope="row">{fieldInWords(name)}</Table.Th>
                {row.before === null ? null : <Table.Td>{inWords(before, name)}</Table.Td>}
                {row.after === null ? null : <Table.Td>{same ? t('unchanged') : inWords(after, name)}</Table.Td>}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </OfficeDrawer>
  )
}
