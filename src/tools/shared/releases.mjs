import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT } from './root.mjs'
import { giveUp, run } from './run.mjs'

const KEPT_RELEASES = 3
const ASSETS = path.join(ROOT, 'dist', 'client', 'assets')
const SHELF = path.join(ROOT, 'dist', 'earlier-assets')
const LIST = path.join(SHELF, 'releases.json')

const releases = () => (existsSync(LIST) ? JSON.parse(readFileSync(LIST, 'utf8')) : [])

/** Moves the assets of the existing build aside, before the next one empties the folder. */
export function setAsideAssets() {
  if (!existsSync(ASSETS)) return
  mkdirSync(SHELF, { recursive: true })
  const names = readdirSync(ASSETS)
  const known = new Set(releases().flat())
  for (const name of names)
    if (!existsSync(path.join(SHELF, name)))
      cpSync(path.join(ASSETS, name), path.join(SHELF, name), { recursive: true })
  const own = names.filter((name) => !known.has(name))
  if (own.length > 0) writeFileSync(LIST, JSON.stringify([own, ...releases()].slice(0, KEPT_RELEASES)))
}

/** Puts a release's archive in the place of a build made here before. @param {string} archive */
export async function shelveAssetsOf(archive) {
  const unpacked = mkdtempSync(path.join(tmpdir(), 'bagrun-release-before-'))
  try {
    const { code } = await run('tar', [
      '-xzf',
      archive,
      '-C',
      unpacked,
      '--strip-components=2',
      '--wildcards',
      '*/dist/client/assets',
      // An archive built in a clean checkout has no earlier assets, and tar fails where a pattern finds nothing.
      '*/dist/[ce]*',
    ])
    if (code !== 0) giveUp(`${archive} is no archive of a release; the reason is above.`)
    rmSync(path.join(ROOT, 'dist'), { recursive: true, force: true })
    for (const [from, to] of [
      [path.join(unpacked, 'client', 'assets'), ASSETS],
      [path.join(unpacked, 'earlier-assets'), SHELF],
    ])
      if (existsSync(from)) cpSync(from, to, { recursive: true })
  } finally {
    rmSync(unpacked, { recursive: true, force: true })
  }
}

/**
 * Keeps the assets of the last three releases beside the new ones, so that a phone on an earlier build still finds
 * chunks it has not loaded (offline.md, "Update"). Their names contain hashes and do not collide.
 */
export function bringBackAssets() {
  const kept = new Set(releases().flat())
  if (!existsSync(SHELF)) return
  for (const name of readdirSync(SHELF)) {
    if (name === path.basename(LIST)) continue
    if (!kept.has(name)) rmSync(path.join(SHELF, name), { recursive: true, force: true })
    else if (!existsSync(path.join(ASSETS, name)))
      cpSync(path.join(SHELF, name), path.join(ASSETS, name), { recursive: true })
  }
}
