import { request } from 'node:http'
import { expect, test } from 'vitest'
import { drawNoise } from '../support/upload.ts'
import { reportFault, startWatch } from './support/report-fault.ts'
import { withWorld } from './support/with-world.ts'

const FLOOD = '127.0.0.1'
const BYSTANDER = '127.0.0.2'

test('six slow pictures from one client IP do not delay a picture from another', (context) =>
  withWorld({ env: { WORKER_CONCURRENCY: '2' } }, async (world) => {
    const [web] = await Promise.all([world.start('web'), world.start('worker')])
    const slow = await drawNoise(7_000).webp({ quality: 1, effort: 0 }).toBuffer()
    const small = await drawNoise(290).png().toBuffer()
    const watch = startWatch()
    const flood = Array.from({ length: 6 }, async () => [
      await upload(web.url, FLOOD, slow),
      watch(),
    ])
    const figures: number[] = []
    // Repeats until the last of the six uploads is answered.
    const over = Promise.all(flood)
    let done = false
    void over.then(() => {
      done = true
    })
    while (!done) {
      const one = startWatch()
      expect(await upload(web.url, BYSTANDER, small)).toBe(201)
      figures.push(one())
    }
    const ends = await over
    expect(ends.map(([status]) => status)).toEqual(flood.map(() => 201))
    const worst = Math.max(...figures)
    expect(worst).toBeLessThan(5_000)
    const last = Math.max(...ends.map(([, ms = 0]) => ms))
    reportFault(context, {
      fault: 'six slow pictures of one address are checked',
      done: `six noise WebP of 7000 × 7000, ${(slow.length / 1e6).toFixed(1)} MB each, done after ${(last / 1000).toFixed(1)} s`,
      found: `${figures.length} uploads of ${Math.round(small.length / 1000)} KB from another address, the slowest in ${(worst / 1000).toFixed(1)} s`,
    })
  }))

/** Uploads from a loopback address, which the server sees as the client IP. */
function upload(origin: string, localAddress: string, bytes: Buffer): Promise<number | undefined> {
  const head = '--end\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
  return new Promise((resolve, reject) => {
    const sending = request(`${origin}/api/v1/upload/image`, {
      method: 'POST',
      localAddress,
      headers: { 'content-type': 'multipart/form-data; boundary=end' },
    })
    sending.once('error', reject)
    sending.once('response', (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode))
    })
    sending.end(Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--end--\r\n')]))
  })
}
