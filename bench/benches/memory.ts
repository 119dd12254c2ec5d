import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import type { Bench } from '../support/bench.ts'
import { residentMegabytesOf, startServer } from '../support/processes.ts'
import { Visitor } from '../support/visitor.ts'

const MB = 1_000_000
const SAMPLE_EVERY_MS = 20
const GOAL = { atMost: 100 }
const COME_AGAIN_MS = 1_000
const MOST_WAITS = 60

/** The server process's memory growth during uploads; child processes are not counted. */
export const memory: Bench = async ({ databases }) => {
  const picture = await paddedPicture(9.5 * MB)
  const film = Buffer.alloc(99.5 * MB)
  // Only a film's first bytes: the server receives and stores the whole file, and the decoder
  // refuses it.
  film.write('\0\0\0\u0018ftypmp42\0\0\0\0mp42isom', 'latin1')
  const one = await growthWhile(databases, async (visitor) => {
    await send(visitor, 'video', film, 'film.mp4', 'video/mp4')
  })
  const fifty = await growthWhile(databases, async (visitor) => {
    await Promise.all(
      Array.from({ length: 50 }, () => send(visitor, 'image', picture, 'a.jpg', 'image/jpeg')),
    )
  })
  const row = (what: string, subject: number) => ({
    what,
    unit: 'MB of RSS',
    subject: [subject],
    compares: 'value' as const,
    goal: GOAL,
  })
  return [row('memory, one upload of 100 MB', one), row('memory, 50 uploads of 10 MB', fifty)]
}

/** A real photograph with a large file: padding after the image's end, as some cameras write. */
async function paddedPicture(bytes: number): Promise<Buffer> {
  const picture = await sharp({
    create: { width: 1600, height: 1200, channels: 3, background: '#336699' },
  })
    .jpeg()
    .toBuffer()
  return Buffer.concat([picture, Buffer.alloc(Math.round(bytes) - picture.length)])
}

async function send(
  visitor: Visitor,
  kind: 'image' | 'video',
  bytes: Buffer,
  name: string,
  type: string,
): Promise<void> {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], name, { type }))
  for (let waits = 0; ; waits++) {
    try {
      await visitor.post(`/upload/${kind}`, form)
      return
    } catch (error) {
      // The padded film is not valid, but the server has received the whole file before refusing.
      if (told(error, 'invalid_media') && kind === 'video') return
      // Of fifty files at once the last ones are asked to come again, as a browser then does.
      if (!told(error, 'overloaded') || waits === MOST_WAITS) throw error
      await wait(COME_AGAIN_MS)
    }
  }
}

function told(error: unknown, code: string): boolean {
  return error instanceof Error && error.message.includes(code)
}

async function growthWhile(
  databases: Parameters<Bench>[0]['databases'],
  work: (visitor: Visitor) => Promise<void>,
): Promise<number> {
  const server = await startServer({ databaseUrl: await databases.createEmpty('memory') })
  try {
    const visitor = new Visitor(server.address)
    const small = await paddedPicture(MB / 10)
    for (let at = 0; at < 3; at++) await send(visitor, 'image', small, 'a.jpg', 'image/jpeg')
    const before = await residentMegabytesOf(server.pid)
    let most = before
    const over = new AbortController()
    const watching = (async () => {
      while (!over.signal.aborted) {
        most = Math.max(most, await residentMegabytesOf(server.pid))
        await wait(SAMPLE_EVERY_MS)
      }
    })()
    await work(visitor).finally(() => over.abort())
    await watching
    return most - before
  } finally {
    await server.stop()
  }
}
