import { useEffect, useState } from 'react'

/**
 * The tab's title: "Anna Bright · Customers · Hills Green Bag". Pages and drawers put their titles on a stack, so that a drawer
 * that closes gives the title back to the list under it. A module's own state, because sign-in pages stand outside every frame.
 */
const pages: { readonly key: object; title: string }[] = []
let section = ''
let firm = ''

function write(): void {
  const page = pages.findLast(({ title }) => title !== '')?.title ?? ''
  const parts = [page, section, firm].filter((part, at, all) => part !== '' && all.indexOf(part) === at)
  if (parts.length > 0) document.title = parts.join(' · ')
}

/** The business's name, once it is known. */
export function titleFirm(name: string): void {
  firm = name
  write()
}

/** What this page or drawer is called; an empty title leaves the word to what is under it. */
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

/** The entry of the menu the page belongs to. */
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
