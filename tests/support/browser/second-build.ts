import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { packageRoot } from '#server/db/package-root.ts'

/** An installation beside this one, whose build may be changed while phones use it. */
export interface OtherInstallation {
  readonly root: string
  /** A new release goes live: the service worker is another one. */
  release(): void
  /** A build to come goes live: every part has another name, the old ones are gone, and a phone's database gets a table more. */
  releaseTomorrow(): void
  /** The build it began with is live again, and nothing else. */
  rollBack(): void
  /** A part of the build is not on the server. @param name as in `unsent-page`; @returns puts it back */
  loseChunk(name: string): () => void
  remove(): void
}

export function copyInstallation(): OtherInstallation {
  const from = packageRoot()
  const root = mkdtempSync(path.join(os.tmpdir(), 'br-release-'))
  copyFileSync(path.join(from, 'package.json'), path.join(root, 'package.json'))
  cpSync(path.join(from, 'dist'), path.join(root, 'dist'), { recursive: true })
  // A junction needs no rights on Windows; elsewhere it is a symbolic link.
  for (const folder of ['node_modules', 'src'])
    symlinkSync(path.join(from, folder), path.join(root, folder), 'junction')
  const client = path.join(root, 'dist', 'client')
  const assets = path.join(client, 'assets')
  const worker = path.join(client, 'sw.js')
  return {
    root,
    release: () => {
      appendFileSync(worker, `\n// ${Date.now()}\n`)
      // Compressed beforehand they would still be the old one.
      for (const kind of ['.br', '.gz']) if (existsSync(worker + kind)) rmSync(worker + kind)
    },
    releaseTomorrow: () => {
      for (const file of filesIn(client)) if (/\.(?:br|gz)$/.test(file)) rmSync(file)
      const names = new Map(
        readdirSync(assets)
          .map((name) => [name, name.replace(/-[\w-]{8}(?=\.\w+$)/, '-tomorrow')])
          .filter(([name, next]) => name !== next) as [string, string][],
      )
      // Of a part that earlier releases had as well, only one can get the name.
      const live = livePartsOf(client)
      for (const name of names.keys()) if (!live.has(name)) rmSync(path.join(assets, name))
      for (const name of live)
        if (names.has(name)) renameSync(path.join(assets, name), path.join(assets, names.get(name)!))
      for (const file of filesIn(client)) {
        if (/\.(?:js|css|html|json)$/.test(file)) writeFileSync(file, tomorrowsText(readFileSync(file, 'utf8'), names))
      }
    },
    rollBack: () => {
      rmSync(client, { recursive: true })
      cpSync(path.join(from, 'dist', 'client'), client, { recursive: true })
    },
    loseChunk: (name) => {
      const aside = mkdtempSync(path.join(root, 'lost-'))
      const lost = readdirSync(assets).filter((file) => file.startsWith(`${name}-`))
      if (lost.length === 0) throw new Error(`There is no part called ${name}.`)
      for (const file of lost) renameSync(path.join(assets, file), path.join(aside, file))
      return () => {
        for (const file of lost) renameSync(path.join(aside, file), path.join(assets, file))
      }
    },
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }),
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [path.join(entry.parentPath, entry.name)] : [],
  )
}

/** What the build that is live is made of; beside it lie parts of earlier ones. */
function livePartsOf(client: string): Set<string> {
  const manifest = JSON.parse(readFileSync(path.join(client, '.vite', 'manifest.json'), 'utf8')) as Record<
    string,
    { file: string; css?: string[]; assets?: string[] }
  >
  const listed = Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets])
  // Workers are built on their own, and are named only where they are started.
  const named = listed.flatMap((file) =>
    [...readFileSync(path.join(client, file), 'latin1').matchAll(/[\w.-]+-[\w-]{8}\.js/g)].map(([name]) => name),
  )
  return new Set([...listed.map((file) => path.basename(file)), ...named])
}

const SCHEMA = /this\.version\(1\)\.stores\(\{runs:[^}]*\}\)/

function tomorrowsText(text: string, names: ReadonlyMap<string, string>): string {
  return (
    text
      .replace(/[\w.-]+-[\w-]{8}\.(?:js|css|woff2)/g, (name) => names.get(name) ?? name)
      // The page is another one, too: by its revision the service worker knows.
      .replace(/(revision:|"revision":)(["'`])\w+\2/g, '$1$2tomorrow$2')
      .replace(SCHEMA, '$&,this.version(2).stores({visits:`visitID`})')
  )
}
