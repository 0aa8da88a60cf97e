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
import { packageRoot } from '#server/package-root.ts'

/** A second installation of the product, whose build may be changed while phones use it. */
export interface OtherInstallation {
  readonly root: string
  /** Deploys a new release: the service worker differs. */
  release(): void
  /**
   * Deploys a future build: every part has a new name, the old ones are removed, and a phone's database gets another
   * table.
   */
  releaseTomorrow(): void
  /** Puts the first build's page in place of this one's, as a server does that is not replaced yet. @returns undoes it */
  answerWithFirstPage(): () => void
  /** Restores exactly the build the installation started with. */
  rollBack(): void
  /**
   * Removes a part of the build from the server. @param name as in `unsent-page`; @returns a function that restores it
   */
  loseChunk(name: string): () => void
  remove(): void
}

export function copyInstallation(): OtherInstallation {
  const from = packageRoot()
  const root = mkdtempSync(path.join(os.tmpdir(), 'br-release-'))
  copyFileSync(path.join(from, 'package.json'), path.join(root, 'package.json'))
  cpSync(path.join(from, 'dist'), path.join(root, 'dist'), { recursive: true })
  // A junction needs no privileges on Windows; elsewhere it is a symbolic link.
  for (const folder of ['node_modules', 'src'])
    symlinkSync(path.join(from, folder), path.join(root, folder), 'junction')
  const client = path.join(root, 'dist', 'client')
  const assets = path.join(client, 'assets')
  const worker = path.join(client, 'sw.js')
  return {
    root,
    release: () => {
      appendFileSync(worker, `\n// ${Date.now()}\n`)
      // The precompressed files would still contain the old content.
      for (const kind of ['.br', '.gz']) if (existsSync(worker + kind)) rmSync(worker + kind)
    },
    releaseTomorrow: () => {
      for (const file of filesIn(client)) if (/\.(?:br|gz)$/.test(file)) rmSync(file)
      const names = new Map(
        readdirSync(assets)
          // Most of the hash stays, because two parts may have one name without it.
          .map((name) => [
            name,
            name.replace(/-([\w-])(?=[\w-]{7}\.\w+$)/, (_, first) => (first === 't' ? '-u' : '-t')),
          ])
          .filter(([name, next]) => name !== next) as [string, string][],
      )
      const live = livePartsOf(client)
      for (const name of names.keys()) if (!live.has(name)) rmSync(path.join(assets, name))
      for (const name of live)
        if (names.has(name)) renameSync(path.join(assets, name), path.join(assets, names.get(name)!))
      for (const file of filesIn(client)) {
        if (/\.(?:js|css|html|json)$/.test(file)) writeFileSync(file, tomorrowsText(readFileSync(file, 'utf8'), names))
      }
    },
    answerWithFirstPage: () => {
      const page = path.join(client, 'index.html')
      const own = readFileSync(page)
      copyFileSync(path.join(from, 'dist', 'client', 'index.html'), page)
      return () => writeFileSync(page, own)
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

/** The parts of the live build; parts of earlier builds are beside them. */
function livePartsOf(client: string): Set<string> {
  const manifest = JSON.parse(readFileSync(path.join(client, '.vite', 'manifest.json'), 'utf8')) as Record<
    string,
    { file: string; css?: string[]; assets?: string[] }
  >
  const listed = Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets])
  // Workers are built separately and are named only in the code that starts them.
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
      // The page changes too; the service worker identifies it by its revision.
      .replace(/(revision:|"revision":)(["'`])\w+\2/g, '$1$2tomorrow$2')
      .replace(SCHEMA, '$&,this.version(2).stores({visits:`visitID`})')
  )
}
