import { execFile } from 'node:child_process'
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
  const online = await answersNpm()
  if (!online) say('The registry of npm does not answer; trying with what the cache of npm holds…')
  const from = online ? '--prefer-offline' : '--offline'
  // In parallel, because each mostly waits for the disk and for unpacking.
  const [code, nodeCode] = await Promise.all([installPackages(withTools, from), installNode(from)])
  clearInterval(patience)
  if (code !== 0 || nodeCode !== 0) {
    const what = code === 0 ? 'Node 24' : 'The packages'
    // Of an optional package, as Node is, and of what its cache lacks, npm says little.
    const told = online && code !== 0
    const why = told
      ? '; npm says why above.'
      : ': is there a network, and a proxy that npm knows of?'
    giveUp(`${what} could not be installed${why}`)
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

const NPM_OPTIONS = ['--no-audit', '--no-fund', '--loglevel=error']

/**
 * Whether the registry answers at all, be it with a refusal. npm itself would try each of hundreds of
 * packages for minutes.
 */
async function answersNpm() {
  const [program, ...words] = npm()
  const patience = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-timeout=8000']
  const asked = ['view', 'pg', 'version', '--prefer-online', '--loglevel=error', ...patience]
  const refusal = await new Promise((resolve) => {
    execFile(program, [...words, ...asked], { cwd: ROOT }, (error, _, said) =>
      resolve(error ? said || error.message : ''),
    )
  })
  if (refusal === '' || /\bcode E\d{3}\b/.test(refusal)) return true
  // The reason without npm's stack, log and empty lines.
  const lines = refusal
    .split('\n')
    .filter((line) => !/^npm error(?: {2,}| \}| A complete|$)|^$/.test(line))
  say(lines.join('\n'))
  return false
}

function installPackages(withTools, from) {
  const words = [
    'install',
    // Always explicit, so that NODE_ENV or a user's configuration does not decide.
    withTools ? '--include=dev' : '--omit=dev',
    '--include=optional',
    from,
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
async function installNode(from) {
  if (isNewEnough() || existsSync(PACKAGED_NODE)) return 0
  const words = ['ci', '--include=optional', from, ...NPM_OPTIONS]
  // npm would print "added 1 package", which tells nobody what that was.
  const stdio = ['ignore', 'ignore', 'inherit']
  const code = await runCommand([...npm(), ...words], { cwd: NODE_FOLDER, stdio })
  // npm counts it as success where an optional package, as each platform's Node is, was not to be had.
  const lock = readText(path.join(NODE_FOLDER, LOCKFILE)) ?? ''
  const packaged = lock.includes(`"node_modules/node-${process.platform}-${process.arch}"`)
  return code === 0 && packaged && !existsSync(PACKAGED_NODE) ? 1 : code
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
