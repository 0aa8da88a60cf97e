import { useEffect, useRef } from 'react'
import { Button, Flex } from '@mantine/core'
import { t } from '#client/ui/core/texts.ts'
import styles from './list-screen.module.css'

/** From one page of a list to the next; nothing where there is one page. */
export function Pages({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const heading = useRef<HTMLDivElement>(null)
  const isShown = pages > 1
  // A new page starts at its top.
  useEffect(() => {
    if (isShown && page > 1) heading.current?.closest('main')?.scrollIntoView({ block: 'start' })
  }, [page, isShown])
  if (!isShown) return null
  return (
    <Flex
      ref={heading}
      data-acts
      component="nav"
      wrap="wrap"
      align="center"
      mt="md"
      className={styles.pages}
      aria-label={t('Page {{page}} of {{pages}}', { page, pages })}
    >
      <Button variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('Previous')}
      </Button>
      <span>{t('Page {{page}} of {{pages}}', { page, pages })}</span>
      <Button variant="default" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t('Next')}
      </Button>
    </Flex>
  )
}
