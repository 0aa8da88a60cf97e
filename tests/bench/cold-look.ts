import { writeFileSync } from 'node:fs'
import { prepareProfile, openBrowser } from './support/chromium.ts'
import { openLine } from './support/line.ts'
import { makeWorld } from './support/world.ts'
import { signInAndPull } from './replay/bagrun.ts'
import { watchUsable } from './cold-start/usable.ts'
const ONE = { shown: ['section[data-stop]'], button: { css: 'section[data-stop] button', name: 'Done' }, answered: { css: 'section[data-stop]', attribute: 'data-stop' } }
export async function look(rounds: number) {
  const line = await openLine({ roundTrip: 0 }); const world = await makeWorld({ stops: 120 }); const office = await world.prepare(); line.up(office.port)
  const ours = await prepareProfile(({ page }: any) => signInAndPull(page, line.origin, world)); line.down(); await office.close()
  for (let i = 0; i < rounds; i++) {
    const { profile, remove } = ours.copy(); const { context, page, close } = await openBrowser(profile)
    const cdp = await context.newCDPSession(page); await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 }); await page.addInitScript(watchUsable as any, ONE)
    await page.addInitScript(() => { const d = performance.now; (window as any).__paint = []; new PerformanceObserver((l) => (window as any).__paint.push(...l.getEntries().map((e: any) => [e.name, e.startTime]))).observe({ type: 'paint', buffered: true }) })
    await cdp.send('Profiler.enable'); await cdp.send('Profiler.setSamplingInterval', { interval: 1000 }); await cdp.send('Profiler.start')
    await page.goto(`${line.origin}/pickups`, { waitUntil: 'commit' })
    const seen = await page.waitForFunction(() => { const { started } = window as any; return started?.answered === undefined ? null : { shown: started.shown, answered: started.answered, nav: performance.getEntriesByType('navigation').map((n: any) => ({ ws: n.workerStart, req: n.requestStart, res: n.responseStart, resEnd: n.responseEnd, di: n.domInteractive, dcl: n.domContentLoadedEventEnd })), res: performance.getEntriesByType('resource').map((r: any) => [r.name.split('/').pop(), Math.round(r.startTime), Math.round(r.workerStart), Math.round(r.responseEnd)]), paint: (window as any).__paint } })
    console.log(JSON.stringify(await seen.jsonValue()))
    const { profile: p } = await cdp.send('Profiler.stop'); writeFileSync('/tmp/lead/cold.cpuprofile', JSON.stringify(p))
    await close(); remove()
  }
  ours.remove(); world.remove(); await line.close()
}
