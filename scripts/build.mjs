import {
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { hashFiles } from './hash-files.mjs'
import { giveUp, ROOT, say } from './project.mjs'
import { pruneToServer } from './prune-to-server.mjs'
import { runCommand } from './run-command.mjs'
import { setUp } from './setup.mjs'

const RECORD = path.join(ROOT, 'web/dist/.build-hash')
const LOG = path.join(ROOT, '.cache/build.log')
const SOURCES = [
  'package-lock.json',
  'contract/src',
  'packages/cli',
  'packages/local-studio/src',
  'web/src',
  'web/public',
  'web/scripts',
  'web/index.html',
  'web/package.json',
  'web/vite.config.ts',
]

/**
 * Builds the web app for the browser and for the server, unless the last build used the same
 * sources.
 */
export async function buildWeb({ always = false } = {}) {
  const wanted = hashFiles(SOURCES)
  if (!always && existsSync(RECORD) && readFileSync(RECORD, 'utf8') === wanted) return
  say('Building the web app (some ten seconds)…')
  // Remove the record first, so that an interrupted build never counts as complete.
  rmSync(RECORD, { force: true })
  // What the bundler says, such as how slow a plug-in was, matters to nobody unless the build fails.
  mkdirSync(path.dirname(LOG), { recursive: true })
  const log = process.env.CI ? 'inherit' : openSync(LOG, 'w')
  const code = await runCommand(['npm', 'run', '--silent', 'build', '--workspace', 'web'], {
    env: { NODE_ENV: 'production' },
    stdio: ['ignore', log, log],
  })
  if (code !== 0 && !process.env.CI) process.stderr.write(readFileSync(LOG))
  if (code !== 0) throw new Error('The web app could not be built; the reason stands above.')
  await packCli()
  mkdirSync(path.dirname(RECORD), { recursive: true })
  writeFileSync(RECORD, wanted)
}

/** The command line, as `npx SITE/vignette.tgz` loads it from a server. */
async function packCli() {
  const words = [
    'npm',
    'pack',
    '--silent',
    '--pack-destination',
    path.join(ROOT, 'web/dist/client'),
  ]
  const code = await runCommand(words, {
    cwd: path.join(ROOT, 'packages/cli'),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (code !== 0) throw new Error('The command line could not be packed; the reason stands above.')
  const packed = readdirSync(path.join(ROOT, 'web/dist/client')).find((name) =>
    /^vignette-cli-.*\.tgz$/.test(name),
  )
  renameSync(
    path.join(ROOT, 'web/dist/client', packed),
    path.join(ROOT, 'web/dist/client/vignette.tgz'),
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await setUp({ tools: false })
  await buildWeb({ always: true }).catch((error) => giveUp(error.message))
  if (process.argv.includes('--lean')) pruneToServer()
}
