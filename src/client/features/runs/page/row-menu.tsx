import { useState } from 'react'
import { Menu } from '@mantine/core'
import type { StopAction } from '#domain/stop-actions.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { useRow } from './row-context.ts'
import type { RunStop } from './run-types.ts'
import styles from './stop-parts.module.css'

/**
 * The commands for one stop. Until it is first opened it is a plain button: a menu component in each of forty rows
 * slows down scrolling.
 */
export function RowMenu({ stop: { assignmentID, customer }, acts }: { stop: RunStop; acts: ReadonlySet<StopAction> }) {
  const { t } = useTranslation('runPage')
  const { open, stepBy, ask } = useRow()
  const [used, setUsed] = useState(false)
  const [opened, setOpened] = useState(false)
  const button = (
    <button
      type="button"
      className={styles.menu}
      aria-label={t('stopMenu', { name: customer })}
      aria-haspopup="menu"
      onClick={() => {
        setUsed(true)
        setOpened(true)
      }}
    >
      ⋯
    </button>
  )
  if (!used) return button
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" withinPortal shadow="md">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => open(assignmentID)}>{t('openStop', { name: customer })}</Menu.Item>
        {acts.has('order') ? (
          <>
            <Menu.Item onClick={() => stepBy(assignmentID, -1)}>{t('moveUp')}</Menu.Item>
            <Menu.Item onClick={() => stepBy(assignmentID, 1)}>{t('moveDown')}</Menu.Item>
            <Menu.Item onClick={() => ask('move', [assignmentID])}>{t('moveTo')}</Menu.Item>
          </>
        ) : null}
        {acts.has('assign') ? <Menu.Item onClick={() => open(assignmentID)}>{t('changeDriver')}</Menu.Item> : null}
        {acts.has('shift') ? <Menu.Item onClick={() => ask('shift', [assignmentID])}>{t('shift')}</Menu.Item> : null}
        {acts.has('remove') ? <Menu.Item onClick={() => ask('remove', [assignmentID])}>{t('remove')}</Menu.Item> : null}
      </Menu.Dropdown>
    </Menu>
  )
}
