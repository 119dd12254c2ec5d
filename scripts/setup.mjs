import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { hashFiles } from './hash-files.mjs'
import { giveUp, NODE, ROOT, say, WORKSPACES } from './project.mjs'
import { runCommand } from './run-command.mjs'

const LOCKFILE = 'package-lock.json'
const RECORD = path.join(ROOT, 'node_modules/.vignette-setup')
const SOURCES = [
  LOCKFILE,
  '.npmrc',
  'package.json',
  ...WORKSPACES.map((name) => `${name}/package.json`),
]

/** Installs the packages unless a record says that exactly these are installed on this platform. */
export async function setUp() {
  if (major() < 20) {
    giveUp(`Vignette needs Node 20 or later to start; this is ${process.version}.`)
  }
  const wanted = hashFiles(SOURCES, `${process.platform}-${process.arch}`)
  if (existsSync(NODE) && readText(RECORD) === wanted) return
  say('Installing packages…')
  const lockfile = readText(path.join(ROOT, LOCKFILE))
  const code = await runCommand([
    ...npm(),
    'install',
    // NODE_ENV=production or a frugal user config would leave out what builds and tests the project.
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
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
  linkNode()
  writeFileSync(RECORD, wanted)
}

/** The npm that started us, if one did, run by the same Node. */
function npm() {
  const started = process.env.npm_execpath ?? ''
  return path.basename(started) === 'npm-cli.js' ? [process.execPath, started] : ['npm']
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

/** npm 11 links the packaged Node among the other programs, npm 10 does not. */
function linkNode() {
  if (existsSync(NODE)) return
  const platform = `${process.platform}-${process.arch}`
  const packaged = path.join('..', `node-${platform}`, 'bin/node')
  mkdirSync(path.dirname(NODE), { recursive: true })
  // It may lead to a Node that is no longer there.
  rmSync(NODE, { force: true })
  if (existsSync(path.join(path.dirname(NODE), packaged))) symlinkSync(packaged, NODE)
  else if (major() >= 24) symlinkSync(process.execPath, NODE)
  else giveUp(`No Node 24 is packaged for ${platform}: install it (this is ${process.version}).`)
}

function major() {
  return Number(process.versions.node.split('.')[0])
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await setUp()
