import { Text } from '@mantine/core'
import { SearchIcon } from '#client/ui/office/search-icon.tsx'
import { t } from '#client/ui/core/texts.ts'
import styles from './search.module.css'

/** Above the menu; Ctrl K does the same on every page. */
export function SearchButton({ onOpen }: { onOpen: () => void }) {
  const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
  return (
    <button
      type="button"
      className={styles.open}
      onClick={onOpen}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
    >
      <SearchIcon size={18} />
      <Text span flex={1} ta="start">
        {t('Search everywhere')}
      </Text>
      <kbd className={styles.keys} aria-hidden="true">
        {t(isMac ? '⌘ K' : 'Ctrl K')}
      </kbd>
    </button>
  )
}
