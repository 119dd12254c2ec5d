import { spawn } from 'node:child_process'
import { existsSync, readdirSync, watch } from 'node:fs'
import path from 'node:path'
import { say } from './project.mjs'

// watch-program.mjs FOLDER… -- WORD…
// Runs Node with the words, and anew at each change below the folders. Folders are watched and not files,
// as "node --watch" does it: that loses a file for good once an editor has put another in its place.
const divider = process.argv.indexOf('--')
const folders = process.argv.slice(2, divider)
const words = process.argv.slice(divider + 1)
/** An editor saves in several steps. */
const CALM_MS = 200

const watchers = new Map()
let child
let running = false
let again = false
let stopping = false
let calm

function start() {
  folders.forEach(look)
  running = true
  child = spawn(process.execPath, [...process.execArgv, ...words], {
    // The channel tells it, should we be killed without warning.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  child.once('exit', (code) => {
    running = false
    if (stopping) process.exit(code ?? 0)
    if (again) return start()
    say(`The program ended with code ${code}; it is started again at the next change.`)
  })
  again = false
}

/** Watches a folder and all below it, those too that have come since. */
function look(folder) {
  if (!watchers.has(folder)) {
    const watcher = watch(folder, changed)
    watcher.on('error', () => undefined)
    watchers.set(folder, watcher)
  }
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) look(path.join(folder, entry.name))
  }
}

function changed() {
  clearTimeout(calm)
  calm = setTimeout(restart, CALM_MS)
}

function restart() {
  if (stopping) return
  for (const [folder, watcher] of watchers) {
    if (existsSync(folder)) continue
    watcher.close()
    watchers.delete(folder)
  }
  if (!running) return start()
  again = true
  child.kill('SIGTERM')
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    stopping = true
    if (!running) process.exit(0)
    child.kill(signal)
  })
}
start()
