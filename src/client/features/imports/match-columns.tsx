import { Button, Card, Group, NativeSelect, Table, Text, TextInput } from '@mantine/core'
import { DayInput } from '#client/shells/day-input.tsx'
import { Fields } from '#client/shells/form-parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import type { Field, ImportKind } from './import-kinds.ts'
import { choicesOf } from './own-words.tsx'
import { judgeMapping, type SameForAll, settableForAll } from './mapping-rules.ts'
import { ProgressBar, useImportProgress } from './import-underway.tsx'
import type { ChosenFile } from './read-file.ts'
import { FIELD_NAMES } from './field-names.ts'
import stacked from '#client/ui/office/stacked.module.css'

interface MatchColumnsProps {
  kind: ImportKind
  file: ChosenFile
  chosen: readonly (Field | null)[]
  sameForAll: SameForAll
  checkID: string | null
  onAssign: (place: number, field: Field | null) => void
  onSayForAll: (field: Field, value: string) => void
  onCheck: () => void
  onAgain: () => void
}

const ONE_LINE = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

export function MatchColumns({
  kind,
  file,
  chosen,
  sameForAll,
  checkID,
  onAssign,
  onSayForAll,
  onCheck,
  onAgain,
}: MatchColumnsProps) {
  const verdict = judgeMapping(chosen, kind, sameForAll)
  const progress = useImportProgress(checkID, true)
  const named = (fields: readonly Field[]) => fields.map((field) => t(FIELD_NAMES[field])).join(', ')
  const fields = Object.keys(kind.fields) as Field[]
  const data = [
    { value: '', label: t('Don’t import') },
    ...fields.map((field) => ({
      value: field,
      label: `${t(FIELD_NAMES[field])}${kind.fields[field]?.needed ? ' *' : ''}`,
    })),
  ]
  const isChecking = checkID !== null
  return (
    <Card>
      <strong>{file.name}</strong>
      <Text c="dimmed">{t('Match each column. Columns left out aren’t imported.')}</Text>
      <Table.ScrollContainer minWidth={0} type="native">
        <Table className={stacked.stacked!}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col" miw="9rem">
                {t('Column in the file')}
              </Table.Th>
              <Table.Th scope="col" miw="17rem">
                {t('Import as')}
              </Table.Th>
              <Table.Th scope="col" colSpan={file.rows.length}>
                {t('First rows')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {file.headings.map((heading, place) => {
              const name = heading === '' ? t('Column {{place}} (no heading)', { place: place + 1 }) : heading
              return (
                // Two columns may have the same heading.
                <Table.Tr key={place} {...(chosen[place] === null && { c: 'dimmed' })}>
                  <Table.Th scope="row">{name}</Table.Th>
                  <Table.Td>
                    <NativeSelect
                      aria-label={t('Import “{{heading}}” as', { heading: name })}
                      data={data}
                      value={chosen[place] ?? ''}
                      disabled={isChecking}
                      onChange={({ currentTarget }) =>
                        onAssign(place, fields.find((field) => field === currentTarget.value) ?? null)
                      }
                    />
                  </Table.Td>
                  {file.rows.map((row, line) => (
                    <Table.Td key={line} maw="12rem" style={ONE_LINE} {...(line > 1 && { visibleFrom: 'sm' })}>
                      {row[place]}
                    </Table.Td>
                  ))}
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <SameForEveryLine kind={kind} chosen={chosen} values={sameForAll} disabled={isChecking} onChange={onSayForAll} />
      <div role="status">
        {verdict.missing.length === 0 ? null : (
          <Text c="var(--br-bad-go)" fw={600}>
            {t('Missing: {{fields}}.', { fields: named(verdict.missing) })}
          </Text>
        )}
        {verdict.missingForNew.length === 0 ? null : (
          <p>
            {t('Without {{fields}}, only existing customers can be updated.', { fields: named(verdict.missingForNew) })}
          </p>
        )}
        {verdict.twice === null ? null : (
          <Text c="var(--br-bad-go)" fw={600}>
            {t('Two columns are imported as “{{field}}”. Choose one.', { field: t(FIELD_NAMES[verdict.twice]) })}
          </Text>
        )}
      </div>
      {isChecking ? (
        <ProgressBar label={t('Checking file')} progress={progress === 'unknown' ? null : progress} />
      ) : null}
      <Group>
        <Button variant="default" disabled={isChecking} onClick={onAgain}>
          {t('Choose another file')}
        </Button>
        <Button loading={isChecking} disabled={!verdict.isGood} onClick={onCheck}>
          {t('Check file')}
        </Button>
        <Text span c="dimmed">
          {t('Nothing is imported yet.')}
        </Text>
      </Group>
    </Card>
  )
}

interface SameForEveryLineProps {
  kind: ImportKind
  chosen: readonly (Field | null)[]
  values: SameForAll
  disabled: boolean
  onChange: (field: Field, value: string) => void
}

/** Sets values for fields without a column, such as an account type that an older system does not have. */
function SameForEveryLine({ kind, chosen, values, disabled, onChange }: SameForEveryLineProps) {
  const fields = settableForAll(chosen, kind)
  if (fields.length === 0) return null
  return (
    <Fields title={t('Apply to every row')}>
      {fields.map((field) => {
        const words = kind.fields[field]?.kind
        const box = { label: t(FIELD_NAMES[field]), value: values[field] ?? '', disabled }
        if (words === 'day') return <DayInput key={field} {...box} onChange={(day) => onChange(field, day)} />
        if (Array.isArray(words))
          return (
            <NativeSelect
              key={field}
              {...box}
              data={[{ value: '', label: t('Not set') }, ...choicesOf(words as readonly string[])]}
              onChange={({ currentTarget }) => onChange(field, currentTarget.value)}
            />
          )
        return <TextInput key={field} {...box} onChange={({ currentTarget }) => onChange(field, currentTarget.value)} />
      })}
    </Fields>
  )
}
