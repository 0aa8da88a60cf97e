import type { Column } from '#client/ui/office/data-table.tsx'

interface More extends Pick<Column<never>, 'main' | 'end' | 'optional' | 'long'> {
  /** Sorted by the same name on the wire. */
  readonly sort?: boolean
  /** Null is shown as a dash. */
  readonly dash?: boolean
}

/** A column for a field of the row as it is, in the list and in the file. */
export function plainColumn<Field extends string>(
  id: Field,
  title: string,
  { sort = false, dash = false, ...more }: More = {},
): Column<Readonly<Record<Field, string | number | null>>> {
  return {
    id,
    title,
    ...(sort && { sort: id }),
    ...more,
    cell: ({ [id]: value }) => value ?? (dash ? '–' : null),
    csv: ({ [id]: value }) => value,
  }
}
