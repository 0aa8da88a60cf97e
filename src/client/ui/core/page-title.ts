import { useEffect, useState } from 'react'

/**
 * The tab's title: "Anna Bright · Customers · Hills Green Bag". Titles form a stack, so that a closing drawer restores
 * the one below. The state is in the module, because sign-in pages are outside every frame.
 */
const pages: { readonly key: object; title: string }[] = []
let section = ''
let firm = ''

function write(): void {
  const page = pages.findLast(({ title }) => title !== '')?.title ?? ''
  const parts = [page, section, firm].filter((part, at, all) => part !== '' && all.indexOf(part) === at)
  if (parts.length > 0) document.title = parts.join(' · ')
}

export function titleFirm(name: string): void {
  firm = name
  write()
}

/** Sets the title of this page or drawer; an empty title leaves the one below it. */
export function usePageTitle(title: string): void {
  const [key] = useState(() => ({}))
  useEffect(() => {
    const kept = pages.find((page) => page.key === key)
    if (kept === undefined) pages.push({ key, title })
    else kept.title = title
    write()
  }, [key, title])
  useEffect(
    () => () => {
      const at = pages.findIndex((page) => page.key === key)
      if (at >= 0) pages.splice(at, 1)
      write()
    },
    [key],
  )
}

export function usePageSection(label: string): void {
  useEffect(() => {
    section = label
    write()
    return () => {
      section = ''
      write()
    }
  }, [label])
}
