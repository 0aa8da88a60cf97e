import { hasLighthouse, light, type Scores } from '../lighthouse/run.ts'
import { openBrowser, prepareProfile } from '../support/chromium.ts'
import { alone, type Figure, median } from '../support/figures.ts'
import { newFolder, removeFolder } from '../../fixtures/business-on-disk.ts'
import { tokenOf } from './make-history.ts'
import { withPortal } from './portal-world.ts'

const KIB = 1024
const JS_MOST_KIB = 120
const SCORES: Scores = { performance: 98, accessibility: 100, 'best-practices': 100 }
/** After the last file: what the page loads by itself once it is painted comes within this. */
const QUIET_MS = 3_000
/** An active customer (make-history.ts). */
const CUSTOMER = 2

const PAGES = [
  { path: '/register', token: null },
  { path: '/schedules', token: tokenOf(CUSTOMER) },
]

export const FIRST_LOAD_METHOD =
  'First load: Chromium at 390x844 without a cache and without a service worker; the bytes of all scripts until the page is quiet, as brotli sends them, without headers. Lighthouse: its own mobile settings; caches and service worker emptied before each look.'

/** What a new phone loads for the public form and for a customer's home, and Lighthouse's scores of both. */
export function firstLoads(rounds: number): Promise<Figure[]> {
  return withPortal(undefined, async (origin) => {
    const figures: Figure[] = []
    for (const { path, token } of PAGES) {
      const kib = (await scriptBytes(origin, path, token)) / KIB
      figures.push({
        what: `${path} on a new phone: JavaScript`,
        ours: `${kib.toFixed(1)} KiB`,
        rival: '',
        ratio: null,
        goal: { says: `at most ${JS_MOST_KIB} KiB`, met: kib <= JS_MOST_KIB },
      })
      if (hasLighthouse()) figures.push(...(await scores(origin, path, token, rounds)))
    }
    return figures
  })
}

async function scriptBytes(origin: string, path: string, token: string | null): Promise<number> {
  const folder = newFolder()
  const { context, page, close } = await openBrowser(folder)
  try {
    await signIn(page, origin, token)
    const fresh = await context.newPage()
    const devtools = await context.newCDPSession(fresh)
    // Without it the two settings below have no effect.
    await devtools.send('Network.enable')
    await devtools.send('Network.setBypassServiceWorker', { bypass: true })
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
    let bytes = 0
    let last = performance.now()
    fresh.on('response', (answer) => {
      last = performance.now()
      if (new URL(answer.url()).pathname.startsWith('/assets/') && answer.url().endsWith('.js'))
        bytes += Number(answer.headers()['content-length'])
    })
    await fresh.goto(origin + path)
    while (performance.now() - last < QUIET_MS) await fresh.waitForTimeout(100)
    if (new URL(fresh.url()).pathname !== path) throw new Error(`${path} led to ${fresh.url()}.`)
    return bytes
  } finally {
    await close()
    removeFolder(folder)
  }
}

type Page = Awaited<ReturnType<typeof openBrowser>>['page']

async function signIn(page: Page, origin: string, token: string | null): Promise<void> {
  await page.goto(`${origin}/v1/config`)
  if (token === null) return
  await page.evaluate((kept) => localStorage.setItem('rr-session', JSON.stringify({ token: kept })), token)
  await page.goto(`${origin}/schedules`)
  // The profile is stored by then.
  await page.getByRole('heading', { name: 'Collections', exact: true }).waitFor()
}

async function scores(origin: string, path: string, token: string | null, rounds: number): Promise<Figure[]> {
  const prepared = await prepareProfile(({ page }) => signIn(page, origin, token))
  try {
    const looks = await alone(rounds, () => light(prepared, origin + path))
    for (const { finalURL } of looks)
      if (new URL(finalURL).pathname !== path) throw new Error(`Lighthouse was sent to ${finalURL}.`)
    return (Object.keys(SCORES) as (keyof Scores)[]).map((category) => {
      const of = median(looks.map((look) => look.scores[category]))
      return {
        what: `Lighthouse mobile on ${path}: ${category}`,
        ours: String(of),
        rival: '',
        ratio: null,
        goal: { says: `${SCORES[category]} or better`, met: of >= SCORES[category] },
      }
    })
  } finally {
    prepared.remove()
  }
}
