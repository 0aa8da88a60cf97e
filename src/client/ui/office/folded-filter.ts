import type { ComboboxItem, ComboboxItemGroup, SelectProps } from '@mantine/core'
import { finder } from '#domain/texts.ts'

/** Folds the words like every search. */
export const foldedFilter: NonNullable<SelectProps['filter']> = ({ options, search, limit }) => {
  const holds = search.trim() === '' ? () => true : finder(search)
  const kept: (ComboboxItem | ComboboxItemGroup<ComboboxItem>)[] = []
  let left = limit
  const some = (items: readonly ComboboxItem[]) => {
    const fitting = items.filter(({ label }) => holds(label)).slice(0, Math.max(left, 0))
    left -= fitting.length
    return fitting
  }
  for (const option of options as (ComboboxItem | ComboboxItemGroup<ComboboxItem>)[]) {
    if ('group' in option) kept.push({ ...option, items: some(option.items) })
    else kept.push(...some([option]))
  }
  return kept as ReturnType<NonNullable<SelectProps['filter']>>
}
