import { NativeSelect, TextInput } from '@mantine/core'
import type { ImportResult } from '#contract/v1/imports.ts'
import { shownChoice } from '#domain/import-choices.ts'
import { Fields } from '#client/shells/form-parts.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import type { Field, ImportKind } from './import-kinds.ts'
import { type Correcting, fieldsIn } from './result-figures.tsx'
import { FIELD_NAMES } from './field-names.ts'

interface OwnWord {
  readonly field: Field
  /** The word as the file writes it. */
  readonly word: string
  readonly lines: readonly number[]
}

interface OwnWordsProps {
  result: ImportResult
  kind: ImportKind
  correcting: Correcting
}

/** Words of the file that mean one of our choices or names: each is translated once, for all rows that have it. */
export function OwnWords({ result, kind, correcting }: OwnWordsProps) {
  const words = ownWords(result, kind, correcting)
  if (words.length === 0) return null
  return (
    <Fields title={t('Words of this file')}>
      {words.map(({ field, word, lines }) => {
        const choices = kind.fields[field]?.kind
        const box = {
          label: t('“{{word}}” as {{field}}', { word, field: t(FIELD_NAMES[field]) }),
          description: plural(lines.length, 'In {{count}} row', 'In {{count, number}} rows'),
          value: correcting.corrections.get(lines[0]!)?.[field] ?? '',
          onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
            correcting.onCorrect(lines, field, value === '' ? word : value),
        }
        return Array.isArray(choices) ? (
          <NativeSelect
            key={`${field} ${word}`}
            {...box}
            data={[{ value: '', label: t('Choose') }, ...choicesOf(choices as readonly string[])]}
          />
        ) : (
          <TextInput key={`${field} ${word}`} {...box} value={box.value === word ? '' : box.value} />
        )
      })}
    </Fields>
  )
}

export const choicesOf = (codes: readonly string[]) => codes.map((value) => ({ value, label: shownChoice(value) }))

/** Names that another program may have for the same things. */
const NAMES: readonly Field[] = ['packageName', 'suburbLabel']
/** Whether such a cell is wrong may depend on other cells of its row. */
const DEPENDS: readonly Field[] = ['suburbLabel']
const SHOWN = 30

function ownWords({ errors, more }: ImportResult, kind: ImportKind, { cells }: Correcting): OwnWord[] {
  const found = new Map<string, OwnWord & { lines: number[] }>()
  for (const { line, message } of errors) {
    for (const field of fieldsIn(message, Object.keys(kind.fields) as Field[])) {
      const word = cells.get(line)?.[field]?.trim() ?? ''
      if (word === '' || !(Array.isArray(kind.fields[field]?.kind) || NAMES.includes(field))) continue
      const key = keyOf(field, word)
      const known = found.get(key)
      if (known) known.lines.push(line)
      else found.set(key, { field, word, lines: [line] })
    }
  }
  if (more) addUnlisted(found, errors.at(-1)?.line ?? Infinity, cells)
  return [...found.values()].sort((a, b) => b.lines.length - a.lines.length).slice(0, SHOWN)
}

const keyOf = (field: Field, word: string) => `${field} ${word.toLowerCase()}`

/** Rows after the last listed error that have the same words, so that these are translated for them too. */
function addUnlisted(
  found: ReadonlyMap<string, { readonly lines: number[] }>,
  lastListed: number,
  cells: Correcting['cells'],
): void {
  for (const [line, row] of cells) {
    if (line <= lastListed) continue
    for (const [field, cell] of Object.entries(row) as [Field, string][])
      if (!DEPENDS.includes(field)) found.get(keyOf(field, cell.trim()))?.lines.push(line)
  }
}
