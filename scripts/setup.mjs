import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { findMissingRoom } from './find-obstacle.mjs'
import { hashFiles } from './hash-files.mjs'
import { giveUp, NODE, ROOT, say, WORKSPACES } from './project.mjs'
import { prunePackages } from './prune-packages.mjs'
import { runCommand } from './run-command.mjs'

const LOCKFILE = 'package-lock.json'
const NODE_FOLDER = path.join(ROOT, 'scripts/node')
const RECORD = path.join(ROOT, 'node_modules/.vignette-setup')
const SAY_EACH_MS = 10_000
const SOURCES = [
  LOCKFILE,
  '.npmrc',
  'package.json',
  'scripts/node/package-lock.json',
  ...WORKSPACES.map((name) => `${name}/package.json`),
]

/**
 * Installs the packages unless a record says that exactly these packages are installed on this
 * platform. Starting the product needs no test tools; an installation that has the tools keeps
 * them.
 */
export async function setUp({ tools = true } = {}) {
  if (major() < 20) {
    giveUp(`Vignette needs Node 20 or later to start; this is ${process.version}.`)
  }
  const [hash, extent] = (readText(RECORD) ?? '').split(' ')
  const wanted = hashFiles(SOURCES, `${process.platform}-${process.arch}`)
  const withTools = tools || extent === 'tools'
  if (existsSync(NODE) && hash === wanted && (!tools || extent === 'tools')) return
  const missing = findMissingRoom(ROOT)
  if (missing) giveUp(missing)
  say('Installing packages (430 MB, about half a minute)…')
  const lockfile = readText(path.join(ROOT, LOCKFILE))
  // Says that the install goes on, since npm itself is silent while it waits for the network.
  const started = Date.now()
  const patience = setInterval(() => {
    say(`Still installing after ${Math.round((Date.now() - started) / 1000)} seconds…`)
  }, SAY_EACH_MS)
  // In parallel, because each mostly waits for the disk and for unpacking.
  const codes = await Promise.all([installPackages(withTools), installNode()])
  clearInterval(patience)
  if (codes.some((code) => code !== 0)) {
    giveUp('The packages could not be installed; npm says why above.')
  }
  const installed = readText(path.join(ROOT, LOCKFILE))
  if (installed !== lockfile) {
    // Restored, so that the working tree stays clean and the next start reports the same.
    if (lockfile) writeFileSync(path.join(ROOT, LOCKFILE), lockfile)
    if (!locksTheSame(lockfile, installed)) {
      giveUp(
        `${LOCKFILE} does not match the package.json files; run "npm install", review what it changes and commit that.`,
      )
    }
  }
  prunePackages()
  linkNode()
  writeFileSync(RECORD, `${wanted} ${withTools ? 'tools' : 'start'}`)
}

/**
 * npm takes what its cache holds without a request. Without a network it gives up in half a minute,
 * not after the many minutes of its defaults; the timeout counts silence, not the length of a download.
 */
const NPM_OPTIONS = [
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
  '--fetch-retries=1',
  '--fetch-retry-mintimeout=1000',
  '--fetch-timeout=12000',
]

function installPackages(withTools) {
  const words = [
    'install',
    // Always explicit, so that NODE_ENV or a user's configuration does not decide.
    withTools ? '--include=dev' : '--omit=dev',
    '--include=optional',
    ...NPM_OPTIONS,
  ]
  // An npm that knows no allowScripts would let this package fetch 300 MB for other graphics cards.
  return runCommand([...npm(), ...words], { env: { ONNXRUNTIME_NODE_INSTALL: 'skip' } })
}

/** The npm that started this script, if any, run by the same Node. */
function npm() {
  const started = process.env.npm_execpath ?? ''
  // An install may just have removed the Node that runs this script.
  const runnable = path.basename(started) === 'npm-cli.js' && existsSync(process.execPath)
  return runnable ? [process.execPath, started] : ['npm']
}

/**
 * Each npm version writes the lockfile's metadata differently, and adds the other platforms'
 * packages of a tool if the lockfile lacks them; only the pinned packages count.
 */
function locksTheSame(before, after) {
  const was = pinsOf(before)
  const is = pinsOf(after)
  return (
    [...was].every(([place, { pin }]) => is.get(place)?.pin === pin) &&
    [...is].every(([place, { optional }]) => was.has(place) || optional)
  )
}

/** The integrity pins an archive whatever registry the archive comes from. */
function pinsOf(text) {
  return new Map(
    Object.entries(JSON.parse(text ?? '{}').packages ?? {}).map(
      ([place, { version, resolved, integrity, optional }]) => [
        place,
        { pin: `${version} ${integrity ?? resolved}`, optional },
      ],
    ),
  )
}

const PACKAGED_NODE = path.join(
  NODE_FOLDER,
  `node_modules/node-${process.platform}-${process.arch}/bin/node`,
)

/**
 * Whether the running Node is new enough for the sources; an install may have removed that Node.
 */
const isNewEnough = () => major() >= 24 && existsSync(process.execPath)

/** Installs a Node from npm if the machine's Node is too old; returns npm's exit code. */
async function installNode() {
  if (isNewEnough() || existsSync(PACKAGED_NODE)) return 0
  return runCommand([...npm(), 'ci', '--include=optional', ...NPM_OPTIONS], { cwd: NODE_FOLDER })
}

/** Links the machine's Node if new enough, else the Node from npm. */
function linkNode() {
  mkdirSync(path.dirname(NODE), { recursive: true })
  // The link may point to a Node that no longer exists.
  rmSync(NODE, { force: true })
  if (isNewEnough()) return symlinkSync(realpathSync(process.execPath), NODE)
  if (!existsSync(PACKAGED_NODE)) {
    const platform = `${process.platform}-${process.arch}`
    giveUp(`No Node 24 is packaged for ${platform}: install it (this is ${process.version}).`)
  }
  symlinkSync(path.relative(path.dirname(NODE), PACKAGED_NODE), NODE)
}

function major() {
  return Number(process.versions.node.split('.')[0])
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await setUp()
