import { existsSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { ROOT } from './project.mjs'
import { readSetting } from './read-setting.mjs'

const MEGABYTE = 1024 * 1024
/** What the packages, or a new database with its first samples, take at the least. */
const ROOM = 300 * MEGABYTE

/**
 * A sentence about what would keep the program from starting, looked at before the minute of installing
 * and building. What cannot be told from here is left to the program.
 */
export async function findObstacle() {
  return (await findBusyPort()) ?? findMissingRoomForData()
}

async function findBusyPort() {
  const port = Number(readSetting('PORT') ?? 4310)
  if (readSetting('ROLE') === 'worker' || !Number.isInteger(port) || port < 1 || port > 65_535)
    return
  const server = createServer()
  const code = await new Promise((resolve) => {
    server.once('error', (error) => resolve(error.code))
    server.listen({ port, host: readSetting('HOST') ?? '127.0.0.1', exclusive: true }, resolve)
  })
  server.close()
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Set PORT to a free one.`
  if (code === 'EACCES') return `Port ${port} may not be opened by this user. Set PORT.`
}

/** A database that is there already starts on a fuller disk too, so that it can be looked after. */
function findMissingRoomForData() {
  const folder = path.resolve(ROOT, readSetting('DATA_DIR') ?? 'data')
  const own = !(readSetting('DATABASE_URL') || readSetting('DATABASE_URL_FILE'))
  if (!own || existsSync(path.join(folder, 'postgres/cluster'))) return
  return findMissingRoom(folder, 'Set DATA_DIR to a folder with more.')
}

export function findMissingRoom(folder, instead = 'Make room there first.', room = ROOM) {
  const place = findExisting(folder)
  let disk
  try {
    disk = statfsSync(place)
  } catch {
    return
  }
  const free = disk.bavail * disk.bsize
  if (free >= room) return
  const [has, wants] = [free, room].map((bytes) => Math.floor(bytes / MEGABYTE))
  return `${folder} has ${has} MB of free room, and ${wants} MB are needed. ${instead}`
}

function findExisting(folder) {
  return existsSync(folder) ? folder : findExisting(path.dirname(folder))
}
