import { spawn } from 'node:child_process'
import { existsSync, readdirSync, watch } from 'node:fs'
import path from 'node:path'
import { say } from './project.mjs'

// watch-program.mjs FOLDER… -- WORD… runs Node with the words, and restarts at each change below
// the folders. The script watches folders, because "node --watch" watches files and loses a file
// once an editor replaces the file.
const divider = process.argv.indexOf('--')
const folders = process.argv.slice(2, divider)
const words = process.argv.slice(divider + 1)
/** An editor saves in several steps, so wait until changes stop. */
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
    // The channel ends the program if this script is killed with SIGKILL.
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

/** Watches a folder and all folders below, also new ones. */
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
