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
import { hashFiles } from './hash-files.mjs'
import { giveUp, NODE, ROOT, say, WORKSPACES } from './project.mjs'
import { prunePackages } from './prune-packages.mjs'
import { runCommand } from './run-command.mjs'

const LOCKFILE = 'package-lock.json'
const NODE_FOLDER = path.join(ROOT, 'scripts/node')
const RECORD = path.join(ROOT, 'node_modules/.vignette-setup')
const SOURCES = [
  LOCKFILE,
  '.npmrc',
  'package.json',
  'scripts/node/package-lock.json',
  ...WORKSPACES.map((name) => `${name}/package.json`),
]

/**
 * Installs the packages unless a record says that exactly these are installed on this platform.
 * Starting the product needs no tools of tests and checks; what has them once keeps them.
 */
export async function setUp({ tools = true } = {}) {
  if (major() < 20) {
    giveUp(`Vignette needs Node 20 or later to start; this is ${process.version}.`)
  }
  const [hash, extent] = (readText(RECORD) ?? '').split(' ')
  const wanted = hashFiles(SOURCES, `${process.platform}-${process.arch}`)
  const withTools = tools || extent === 'tools'
  if (existsSync(NODE) && hash === wanted && (!tools || extent === 'tools')) return
  say('Installing packages…')
  const lockfile = readText(path.join(ROOT, LOCKFILE))
  // Side by side: each mostly waits for the disk and for unpacking.
  const [code] = await Promise.all([installPackages(withTools), installNode()])
  if (code !== 0) giveUp('The packages could not be installed; npm says why above.')
  const installed = readText(path.join(ROOT, LOCKFILE))
  if (installed !== lockfile) {
    // Put back, so that the working tree stays clean and the next start says the same.
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

function installPackages(withTools) {
  return runCommand([
    ...npm(),
    'install',
    // Said either way, whatever NODE_ENV or a user's configuration says.
    withTools ? '--include=dev' : '--omit=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
}

/** The npm that started us, if one did, run by the same Node. */
function npm() {
  const started = process.env.npm_execpath ?? ''
  // The Node that runs this may be one that an install has just removed.
  const runnable = path.basename(started) === 'npm-cli.js' && existsSync(process.execPath)
  return runnable ? [process.execPath, started] : ['npm']
}

/** Each npm writes the lockfile's side notes its own way; what counts is which packages it pins. */
function locksTheSame(before, after) {
  const pins = (text) =>
    Object.entries(JSON.parse(text ?? '{}').packages ?? {})
      .map(([place, { version, resolved, integrity }]) =>
        [place, version, resolved, integrity].join(' '),
      )
      .sort()
      .join('\n')
  return pins(before) === pins(after)
}

const PACKAGED_NODE = path.join(
  NODE_FOLDER,
  `node_modules/node-${process.platform}-${process.arch}/bin/node`,
)

/** Whether the Node that runs this is new enough for the sources; an install may have removed it. */
const isNewEnough = () => major() >= 24 && existsSync(process.execPath)

/** Installs a Node from npm where the machine's is too old. */
async function installNode() {
  if (isNewEnough() || existsSync(PACKAGED_NODE)) return
  const command = [...npm(), 'ci', '--include=optional', '--no-audit', '--no-fund']
  await runCommand([...command, '--loglevel=error'], { cwd: NODE_FOLDER })
}

/** Links the machine's Node where it is new enough, else the one from npm. */
function linkNode() {
  mkdirSync(path.dirname(NODE), { recursive: true })
  // The link may lead to a Node that is no longer there.
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
