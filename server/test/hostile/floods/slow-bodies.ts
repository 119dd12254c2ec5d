import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { API_BASE } from '@vignette/contract/paths.ts'
import type { Flood } from '../support/flood.ts'

const COUNT = 1_500
const EVERY_MS = 500
const FOR_MS = 6_000
const HEAD = `POST ${API_BASE}/workflows HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n`

/** Bodies of 60,000 bytes at one byte per half second, each on its own connection. */
export const flood: Flood = async ({ origin, client }) => {
  const { hostname: host, port } = new URL(origin)
  return async () => {
    const open = new Set<Socket>()
    for (let at = 0; at < COUNT; at += 1) {
      const socket = connect({ host, port: Number(port), localAddress: client })
      open.add(socket)
      const trickle = setInterval(() => socket.write(' '), EVERY_MS)
      socket.on('connect', () => socket.write(HEAD))
      socket.on('error', () => undefined)
      socket.on('close', () => {
        clearInterval(trickle)
        open.delete(socket)
      })
    }
    await pause(FOR_MS)
    const left = open.size
    await Promise.all(
      [...open].map((socket) => {
        const closed = once(socket, 'close')
        socket.destroy()
        return closed
      }),
    )
    return `${left} still open after ${FOR_MS / 1000} s`
  }
}
