import type { Page } from '@playwright/test'

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** µs */
  ts: number
  dur?: number
  /** µs of processor */
  tdur?: number
  args?: { name?: string; chrome_mojo_event_info?: { mojo_interface_tag?: string } }
}

/**
 * The entry point of the browser automation into the page: its scripts, slowed like the page's, are not the phone's
 * work.
 */
const OF_THE_TOOL = 'blink.mojom.DevToolsSession'

/** ms */
export interface Task {
  /** From its begin to its end. */
  readonly lasted: number
  /** Of processor. */
  readonly processor: number
}

/** The longest task of the page's main thread during `work`, ms. */
export const longestBlock = async (page: Page, work: () => Promise<void>): Promise<number> =>
  Math.max(...(await tasksOf(page, work)).map(({ lasted }) => lasted))

/**
 * The tasks of the page's main thread during `work`, from Chromium's own trace: observers in the page report only tasks
 * of 50 ms and more.
 */
export async function tasksOf(page: Page, work: () => Promise<void>): Promise<Task[]> {
  const cdp = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'toplevel', '__metadata'],
      excludedCategories: ['*'],
    },
  })
  await page.evaluate(() => performance.mark('bench'))
  await work()
  const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
  await cdp.send('Tracing.end')
  await complete
  await cdp.detach()
  const main = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const onMain = events.filter(({ ph, pid, tid }) => ph === 'X' && main.has(`${pid} ${tid}`))
  const ofTool = onMain.filter(({ args }) => args?.chrome_mojo_event_info?.mojo_interface_tag === OF_THE_TOOL)
  const tasks = onMain.filter((task) => task.name === 'RunTask' && !ofTool.some((message) => isWithin(message, task)))
  if (tasks.length === 0) throw new Error('The trace tells of no task of the page.')
  return tasks.map(({ dur = 0, tdur = 0 }) => ({ lasted: dur / 1000, processor: tdur / 1000 }))
}

function isWithin({ pid, tid, ts }: TraceEvent, task: TraceEvent): boolean {
  return pid === task.pid && tid === task.tid && ts >= task.ts && ts <= task.ts + (task.dur ?? 0)
}
