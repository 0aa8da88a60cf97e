import { deviceStorage } from '#client/api/browser-storage.ts'
import { useState } from 'react'
import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import type { Column } from '#client/ui/office/data-table.tsx'
import { t } from '#client/ui/core/texts.ts'

const keyOf = (list: string) => `rr-columns-${list}`

/** Which columns of a list are shown, stored on this device per list. */
export function useColumnChoice<Row>(list: string, columns: readonly Column<Row>[]) {
  const [chosen, setChosen] = useState(() => remembered(list))
  const isShown = ({ id, main, optional }: Column<Row>) => main === true || (chosen[id] ?? optional !== true)
  const toggle = (column: Column<Row>) => {
    const next = { ...chosen, [column.id]: !isShown(column) }
    setChosen(next)
    deviceStorage.setItem(keyOf(list), JSON.stringify(next))
  }
  return { shown: columns.filter(isShown), isShown, toggle }
}

function remembered(list: string): Readonly<Record<string, boolean>> {
  try {
    const kept: unknown = JSON.parse(deviceStorage.getItem(keyOf(list)) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, boolean>) : {}
  } catch {
    return {}
  }
}

export function ColumnChoice<Row>({
  columns,
  isShown,
  onToggle,
}: {
  columns: readonly Column<Row>[]
  isShown: (column: Column<Row>) => boolean
  onToggle: (column: Column<Row>) => void
}) {
  return (
    <Popover position="bottom-end" shadow="md" withinPortal trapFocus>
      <Popover.Target>
        <Button variant="default">{t('Columns')}</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Columns')}>
        <Stack gap="xs" mah="70vh" style={{ overflowY: 'auto' }}>
          {columns
            .filter(({ main }) => main !== true)
            .map((column) => (
              <Checkbox
                key={column.id}
                label={column.title}
                checked={isShown(column)}
                onChange={() => onToggle(column)}
              />
            ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
