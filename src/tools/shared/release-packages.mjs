import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './root.mjs'
import { giveUp, npm, run } from './run.mjs'

/**
 * @typedef {object} Locked
 * @property {string} version
 * @property {string} [license]
 * @property {string} [integrity]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, { optional?: boolean }>} [peerDependenciesMeta]
 */

/** By folder, such as `node_modules/pg`. @returns {Record<string, Locked>} */
const locked = () => JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')).packages

/** @param {string} folder of a package, such as `node_modules/pg` */
const nameOf = (folder) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Types, source maps and tests of packages, which no server reads. */
const NOT_RUN = /\.(map|[cm]?ts|flow)$|[\\/](tests?|__tests__|examples?)$/

/** Folders of the packages with native code for other machines that a server may stand on. */
const FOR_SERVERS = { os: 'linux', cpu: ['x64', 'arm64'] }

/** The packages of package.json that the built server and its threads import. */
function imported() {
  const files = [
    ['dist/server', /\.js$/],
    ['src/server', /\.mjs$/],
  ].flatMap(([folder, kind]) =>
    readdirSync(path.join(ROOT, String(folder)), { recursive: true, encoding: 'utf8' })
      .filter((name) => /** @type {RegExp} */ (kind).test(name))
      .map((name) => readFileSync(path.join(ROOT, String(folder), name), 'utf8')),
  )
  const { dependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
  return Object.keys(dependencies).filter((name) =>
    files.some((text) =>
      ['"', "'"].some((mark) => text.includes(`${mark}${name}${mark}`) || text.includes(`${mark}${name}/`)),
    ),
  )
}

/**
 * The folders of what these packages need to run, found as Node finds them: in the importer's own node_modules first,
 * then in each one above.
 * @param {string[]} names @param {Record<string, Locked>} packages
 */
function needed(names, packages) {
  /** @type {Set<string>} */
  const found = new Set()
  const visit = (/** @type {string} */ name, /** @type {string} */ from) => {
    for (let above = from; ; above = above.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
      const at = `${above}${above === '' ? '' : '/'}node_modules/${name}`
      const one = packages[at]
      if (one !== undefined) {
        if (found.has(at)) return
        found.add(at)
        const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = one
        const peers = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional)
        for (const next of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) visit(next, at)
        return
      }
      // A package that is missing here is an optional one of another machine, or a peer that nobody installed.
      if (above === '') return
    }
  }
  for (const name of names) visit(name, '')
  return [...found].toSorted()
}

/**
 * Copies the packages that the built server needs into a release.
 * @param {string} into the release's folder @returns {Promise<{ name: string, version: string, license: string }[]>}
 */
export async function copyPackages(into) {
  const packages = locked()
  const folders = needed(imported(), packages)
  for (const folder of folders) {
    const from = path.join(ROOT, folder)
    if (existsSync(from))
      cpSync(from, path.join(into, folder), {
        recursive: true,
        // The packages in its own node_modules are copied one by one, because `folders` names them.
        filter: (file) => file === from || !(NOT_RUN.test(file) || path.relative(from, file) === 'node_modules'),
      })
    else await fetchPackage(folder, packages[folder], into)
  }
  return folders
    .filter((folder) => existsSync(path.join(into, folder)))
    .map((folder) => ({
      name: nameOf(folder),
      version: packages[folder]?.version ?? '',
      license: packages[folder]?.license ?? 'see its folder',
    }))
}

/** Native code for another kind of server, which npm has not installed here. */
async function fetchPackage(
  /** @type {string} */ folder,
  /** @type {Locked | undefined} */ one,
  /** @type {string} */ into,
) {
  if (!one?.os?.includes(FOR_SERVERS.os) || !one.cpu?.some((cpu) => FOR_SERVERS.cpu.includes(cpu))) return
  const id = `${nameOf(folder)}@${one.version}`
  const { code, output } = await npm(['pack', id, '--json', '--pack-destination', into], { quiet: true })
  const [packed] = code === 0 ? JSON.parse(output.slice(output.indexOf('['))) : []
  if (packed?.integrity !== one.integrity) giveUp(`${id} could not be fetched as package-lock.json has it.\n${output}`)
  const archive = path.join(into, packed.filename)
  mkdirSync(path.join(into, folder), { recursive: true })
  await run('tar', ['-xzf', archive, '-C', path.join(into, folder), '--strip-components=1'])
  rmSync(archive)
}
