import { Button, Menu } from '@mantine/core'
import { t } from '#client/ui/core/texts.ts'
import { useMayChange } from './role.tsx'

interface RareAct {
  readonly label: string
  readonly onClick: () => void
  readonly danger?: boolean
}

/**
 * The rare commands of a record's page, behind one button.
 * @param of the record's name, where each row of a list has a button
 * @param label of the button; by default "More"
 */
export function MoreActs({ acts, owner, label }: { acts: readonly RareAct[]; owner?: string; label?: string }) {
  if (!useMayChange() || acts.length === 0) return null
  return (
    <Menu position="bottom-end" withinPortal shadow="md">
      <Menu.Target>
        <Button variant="default" aria-label={owner === undefined ? undefined : t('More: {{name}}', { name: owner })}>
          {label ?? t('More')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {acts.map(({ label, onClick, danger = false }) => (
          <Menu.Item key={label} {...(danger && { c: 'var(--br-bad-ink)' })} onClick={onClick}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
