import { Button, Menu } from '@mantine/core'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import styles from './more-acts.module.css'

interface RareAct {
  readonly label: string
  readonly onClick: () => void
  /** Can't be undone. */
  readonly danger?: boolean
}

/** The rare commands of a record's page, behind one button; frequent ones are shown beside it. */
export function MoreActs({ acts }: { acts: readonly RareAct[] }) {
  const { t } = useTranslation('shells')
  if (acts.length === 0) return null
  return (
    <Menu position="bottom-end" withinPortal shadow="md">
      <Menu.Target>
        <Button variant="default">{t('moreActs')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {acts.map(({ label, onClick, danger = false }) => (
          <Menu.Item key={label} className={danger ? styles.danger : undefined} onClick={onClick}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
