import { Money } from '#client/ui/core/money.tsx'
import type { Column } from '#client/ui/office/data-table.tsx'

interface More {
  readonly sort?: boolean
  readonly optional?: boolean
  /** $0 is shown as a dash. */
  readonly dash?: boolean
  readonly brief?: boolean
}

/** A column for an amount of the row, AUD, named by its field; null, and what is left out, as a dash. */
export function moneyColumn<Field extends string>(
  id: Field,
  title: string,
  { sort = false, optional = false, dash = false, brief = false }: More = {},
): Column<Readonly<Partial<Record<Field, number | null>>>> {
  return {
    id,
    title,
    end: true,
    ...(sort ? { sort: id } : {}),
    ...(optional ? { optional } : {}),
    ...(brief ? { brief } : {}),
    cell: ({ [id]: dollars }) => (dollars == null || (dash && dollars === 0) ? '–' : <Money dollars={dollars} />),
    csv: ({ [id]: dollars }) => dollars ?? null,
  }
}
