import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/**
 * How a screen is accepted (screens.md, "How a screen is accepted"): each check returns its problems in words; an empty
 * list means that there are none.
 */

/**
 * Runs all axe rules, best practices included.
 * @param inTheSun also requires contrast of 7:1 (large text 4.5:1) by the computed colours; undecidable contrast is a
 * problem
 */
export const axeProblems = (page: Page, inTheSun = false): Promise<string[]> =>
  analyse(page, { rules: { [SUN]: { enabled: inTheSun } } }, inTheSun)

/** Runs the axe rules whose result depends on colours: what another theme can change. */
export const colourProblems = (page: Page, inTheSun = false): Promise<string[]> =>
  analyse(page, { runOnly: { type: 'rule', values: [...COLOURS, ...(inTheSun ? [SUN] : [])] } }, inTheSun)

const SUN = 'color-contrast-enhanced'
const COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * Runs axe in the page itself, and takes out only what is reported: @axe-core/playwright took three times as long, because
 * it divides the run among frames and returns each element that passed.
 */
async function analyse(page: Page, options: RunOptions, inTheSun: boolean): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations, undecided, ruled } = await page.evaluate(
    async (how) => {
      const found = await (window as unknown as { axe: typeof axe }).axe.run(document, how)
      const texts = (results: typeof found.violations) =>
        results.map(({ id, help, nodes }) => ({
          id,
          texts: nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')}`),
        }))
      return {
        violations: texts(found.violations),
        undecided: texts(found.incomplete),
        ruled: [...found.passes, ...found.violations].map(({ id }) => id),
      }
      // The preview of a mail is a frame that runs no script. Preloading style sheets is for one rule about rotated pages.
    },
    { ...options, resultTypes: ['violations', 'incomplete'], iframes: false, preload: false } satisfies RunOptions,
  )
  if (inTheSun && !ruled.includes(SUN)) return ['contrast: nothing was checked']
  return [...violations, ...undecided.filter(({ id }) => inTheSun && id === SUN)].flatMap(({ texts }) => texts)
}

/** Starts observing layout shifts before the first paint. */
export async function watchLayout(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved: { value: number; what: string[] }[] = []
    Object.assign(window, { movedBlocks: moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as {
        value: number
        hadRecentInput: boolean
        sources?: { node?: Node | null }[]
      }[]) {
        if (!entry.hadRecentInput)
          moved.push({
            value: entry.value,
            what: (entry.sources ?? []).map(({ node }) =>
              node instanceof Element ? `${node.tagName}.${node.className}` : String(node?.textContent),
            ),
          })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Layout shift score. A header line that breaks differently is about 0.01; the web's limit for a good page is 0.1. */
const SHIFT_MAX = 0.02

export async function shiftProblems(page: Page): Promise<string[]> {
  const moved = await page.evaluate(
    () => (window as unknown as { movedBlocks: { value: number; what: string[] }[] }).movedBlocks,
  )
  const sum = moved.reduce((total, one) => total + one.value, 0)
  return sum <= SHIFT_MAX ? [] : [`layout shift ${sum.toFixed(3)}: ${moved.flatMap((one) => one.what).join(', ')}`]
}

/** What moved so far was caused by the test: another size or theme. Waits until the observer has reported it. */
export async function forgetShifts(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    ;(window as unknown as { movedBlocks: unknown[] }).movedBlocks.length = 0
  })
}

/** Nothing is wider than the screen; a box that scrolls by itself may be. */
export async function widthProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const room = document.documentElement.clientWidth
    const tooWide = document.documentElement.scrollWidth > room
    const problems: string[] = tooWide ? [`the page is ${document.documentElement.scrollWidth} px wide`] : []
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      // A field has a fixed width; its text scrolls.
      if (!element.checkVisibility() || element.closest('[inert]') || element.matches('input, select, textarea'))
        continue
      const isLeaf = element.children.length === 0
      if (tooWide && isLeaf && element.getBoundingClientRect().right > room + 1)
        problems.push(`sticks out: ${element.tagName}.${element.className} "${element.innerText.slice(0, 40)}"`)
      const clipped =
        element.scrollWidth > element.clientWidth + 1 &&
        element.clientWidth > 0 &&
        ['hidden', 'clip'].includes(getComputedStyle(element).overflowX)
      // The track of a switch contains its thumb and no text.
      const hiddenOnPurpose =
        element.clientWidth <= 2 ||
        element.textContent?.trim() === '' ||
        getComputedStyle(element).textOverflow === 'ellipsis'
      if (clipped && !hiddenOnPurpose)
        problems.push(`cut off: ${element.tagName}.${element.className} "${element.innerText.slice(0, 40)}"`)
    }
    // The first few are enough to find the cause.
    return problems.slice(0, 4)
  })
}

/** No texts overlap: an area that both their boxes cover, and that nothing else covers, is painted twice. */
export async function overlapProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lines: { text: string; box: DOMRect; of: Element }[] = []
    for (const element of document.querySelectorAll('body *')) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || element.closest('[inert]'))
        continue
      // For screen readers only.
      if (getComputedStyle(element).clipPath !== 'none') continue
      for (const node of element.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE || node.textContent!.trim() === '') continue
        const range = document.createRange()
        range.selectNodeContents(node)
        for (const box of range.getClientRects())
          if (box.width > 3 && box.height > 3)
            lines.push({ text: node.textContent!.trim().slice(0, 30), box, of: element })
      }
    }
    const isOnTop = (of: Element, x: number, y: number) => {
      const top = document.elementsFromPoint(x, y)
      // An opaque element is between them: a sticky bar, a dialog.
      const at = top.indexOf(of)
      return (
        at >= 0 &&
        top
          .slice(0, at)
          .every(
            (over) =>
              over.contains(of) || of.contains(over) || getComputedStyle(over).backgroundColor === 'rgba(0, 0, 0, 0)',
          )
      )
    }
    const problems: string[] = []
    for (const [at, one] of lines.entries()) {
      for (const other of lines.slice(at + 1)) {
        if (one.of === other.of || one.of.contains(other.of) || other.of.contains(one.of)) continue
        const [left, right] = [Math.max(one.box.left, other.box.left), Math.min(one.box.right, other.box.right)]
        const [top, bottom] = [Math.max(one.box.top, other.box.top), Math.min(one.box.bottom, other.box.bottom)]
        // Two lines of text may overlap by a few pixels without their letters touching.
        if (right - left < 4 || bottom - top < 6) continue
        const [x, y] = [(left + right) / 2, (top + bottom) / 2]
        if (isOnTop(one.of, x, y) && isOnTop(other.of, x, y))
          problems.push(`over each other: "${one.text}" and "${other.text}"`)
      }
    }
    return problems.slice(0, 4)
  })
}

/** px: the smallest target for a gloved finger, and for a bare one. */
export const GLOVE = 56
export const FINGER = 44

/**
 * Checks the size of all targets, of the open dialog if there is one, else of a part of the page. The label of a tick box
 * is its target; a link within a sentence is as high as its line. @param part `body`; at a desk `main`, as
 * the menu beside it is used with a mouse
 */
export async function targetProblems(page: Page, part: 'body' | 'main', least: number): Promise<string[]> {
  return page.evaluate(
    ([min, within]) => {
      const root = document.querySelector('dialog[open]') ?? document.querySelector(within)!
      const targets = root.querySelectorAll<HTMLElement>(
        'button, a[href], input:not([type=file]):not([type=hidden]), select, textarea, [role=radio], [role=button], summary',
      )
      const labelOf = (target: HTMLElement) => (target as HTMLInputElement).labels?.[0]
      const problems: string[] = []
      for (const target of targets) {
        const isTick = target.matches('[type=checkbox], [type=radio]')
        const { width, height } = ((isTick && labelOf(target)) || target).getBoundingClientRect()
        // The skip link is not visible until it has the focus.
        const isSkip = target.matches('a[href^="#"]') && !target.matches(':focus')
        if (!target.checkVisibility({ visibilityProperty: true }) || isSkip || width === 0) continue
        // What a phone hides is a heading of 1 px for screen readers.
        if (target.closest('thead')?.clientWidth === 1) continue
        if (target.matches('p > a') && target.parentElement!.innerText !== target.innerText) continue
        // Allows half a pixel for rounding.
        if (width < min - 0.5 || height < min - 0.5)
          problems.push(
            `${Math.round(width)}x${Math.round(height)}: "${(target.getAttribute('aria-label') ?? target.innerText).slice(0, 40)}"`,
          )
      }
      return problems
    },
    [least, part] as const,
  )
}

/** What of a desk's width a page leaves empty, and lines that are too long to read. */
export async function deskProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const USED_MIN = 0.8
    const LINE_MAX = 75
    const main = document.querySelector('main')!
    const problems: string[] = []
    const rights = [...main.querySelectorAll('section, li, table')].map((part) => part.getBoundingClientRect().right)
    const { left, width } = main.getBoundingClientRect()
    const used = (Math.max(0, ...rights) - left) / width
    if (used < USED_MIN) problems.push(`only ${Math.round(used * 100)} % of the width is used`)
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const words = text.textContent?.trim() ?? ''
      const range = document.createRange()
      range.selectNodeContents(text)
      const lines = [...range.getClientRects()].map((line) => line.width)
      const longest = (words.length * Math.max(0, ...lines)) / lines.reduce((sum, line) => sum + line, 0)
      if (longest > LINE_MAX) problems.push(`a line of ${Math.round(longest)} characters: "${words.slice(0, 40)}"`)
    }
    return problems
  })
}
