import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type Listening,
  listenOnLoopback,
} from '../../../test/support/stand-ins/listen-on-loopback.ts'
import { HTML, PNG } from '../../../test/support/stand-ins/media-samples.ts'
import { DownloadError } from './download-error.ts'
import { type DownloadOptions, downloadMedia } from './download-media.ts'

let seen: { path: string; headers: NodeJS.Dict<string | string[]> }[]
let timers: NodeJS.Timeout[]
let host: Listening
let other: Listening
const routes: Record<string, (answer: ServerResponse) => void> = {
  '/ok': (answer) => answer.end(PNG),
  '/html': (answer) => answer.setHeader('content-type', 'image/png').end(HTML),
  '/announced': (answer) => answer.setHeader('content-length', '5000').write(PNG),
  '/unannounced': (answer) => {
    answer.write(PNG)
    answer.end(Buffer.alloc(5000))
  },
  '/cut': (answer) => {
    answer.setHeader('content-length', '500').write(PNG, () => answer.destroy())
  },
  '/gzip': (answer) => answer.setHeader('content-encoding', 'gzip').end(PNG),
  '/missing': (answer) => answer.writeHead(404).end(),
  '/limited': (answer) => answer.writeHead(429, { 'retry-after': '7' }).end(),
  '/broken': (answer) => answer.writeHead(500).end(),
  '/hang': () => {},
  '/stall': (answer) => answer.write(PNG),
  '/trickle': (answer) => {
    answer.write(PNG)
    timers.push(setInterval(() => answer.write('.'), 5))
  },
  '/loop': (answer) => answer.writeHead(302, { location: '/loop' }).end(),
  '/moved': (answer) => answer.writeHead(302, { location: '/ok' }).end(),
  '/away': (answer) => answer.writeHead(302, { location: `${other.origin}/ok` }).end(),
}

beforeEach(async () => {
  seen = []
  timers = []
  const serve = () =>
    listenOnLoopback((request, answer) => {
      seen.push({ path: request.url ?? '', headers: request.headers })
      routes[(request.url ?? '').replace(/\?.*/, '')]?.(answer)
    })
  host = await serve()
  other = await serve()
})

afterEach(async () => {
  for (const timer of timers) clearInterval(timer)
  await host.close()
  await other.close()
})

const get = (path: string, options: Partial<DownloadOptions> = {}) =>
  downloadMedia(path.startsWith('/') ? host.origin + path : path, {
    maxBytes: 1000,
    allowedOrigins: [host.origin],
    ...options,
  })

async function faultOf(download: Promise<unknown>): Promise<DownloadError> {
  const error = await download.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(DownloadError)
  return error as DownloadError
}

test('a download gives the bytes and their content type', async () => {
  const media = await get('/ok', { family: 'image' })
  expect(media.bytes.equals(PNG)).toBe(true)
  expect(media.contentType).toBe('image/png')
})

test('a download reads inline data within the limit', async () => {
  const address = `data:image/png;base64,${PNG.toString('base64')}`
  expect((await get(address, { family: 'image' })).bytes.equals(PNG)).toBe(true)
  expect(await faultOf(get(address, { maxBytes: 10 }))).toMatchObject({ fault: 'too_large' })
})

test.each([
  ['/html', { fault: 'wrong_media', retryable: false }],
  ['/announced', { fault: 'too_large', retryable: false }],
  ['/unannounced', { fault: 'too_large', retryable: false }],
  ['/cut', { fault: 'network', retryable: true }],
  ['/gzip', { fault: 'encoded', retryable: false }],
  ['/missing', { fault: 'status', status: 404, retryable: false }],
  ['/limited', { fault: 'status', status: 429, retryable: true, retryAfterMs: 7000 }],
  ['/broken', { fault: 'status', status: 500, retryable: true }],
  ['/loop', { fault: 'redirect_refused', retryable: false }],
])('a download of %s is refused', async (path, expected) => {
  expect(await faultOf(get(path, { family: 'image' }))).toMatchObject(expected)
})

test.each([
  ['/hang', { idleTimeoutMs: 40 }, 'no more of the file came'],
  ['/stall', { idleTimeoutMs: 40 }, 'no more of the file came'],
  // Each byte of the trickle resets the idle limit, which is shorter than the total one.
  ['/trickle', { idleTimeoutMs: 250, totalTimeoutMs: 400 }, 'the file was not complete in time'],
])('a download of %s times out', async (path, limits, message) => {
  const fault = await faultOf(get(path, limits))
  expect(fault).toMatchObject({ fault: 'too_slow', retryable: true, message })
})

test('an aborted download ends with the caller’s reason', async () => {
  const abort = new AbortController()
  const download = get('/hang', { signal: abort.signal })
  abort.abort(new Error('job cancelled'))
  await expect(download).rejects.toThrow('job cancelled')
})

test('a download follows a redirect on the same origin with its headers', async () => {
  await get('/moved', { headers: { authorization: 'Key secret' } })
  expect(seen.map(({ path }) => path)).toEqual(['/moved', '/ok'])
  expect(seen[1]?.headers.authorization).toBe('Key secret')
})

test('a redirect to another origin is checked again and gets no secret', async () => {
  const headers = { authorization: 'Key secret' }
  expect(await faultOf(get('/away', { headers }))).toMatchObject({ fault: 'address_refused' })
  expect(seen).toHaveLength(1)
  await get('/away', { headers, allowedOrigins: [host.origin, other.origin] })
  expect(seen.at(-1)?.path).toBe('/ok')
  expect(seen.at(-1)?.headers.authorization).toBeUndefined()
})

test.each([
  'http://example.com/a.png',
  'ftp://example.com/a.png',
  'https://user:pass@example.com/a.png',
  'https://127.0.0.1/a.png',
  'https://[::1]/a.png',
  'https://[::ffff:127.0.0.1]/a.png',
  'https://2130706433/a.png',
  'https://169.254.169.254/latest/meta-data',
  'not a url',
])('a download from the address %s is refused', async (address) => {
  expect(await faultOf(get(address))).toMatchObject({ fault: 'address_refused', retryable: false })
})

test('a name that resolves to a private network is refused, even beside a public address', async () => {
  const names: string[] = []
  const fault = await faultOf(
    get('https://media.example/a.png', {
      resolve: (name, done) => {
        names.push(name)
        done(null, [
          { address: '93.184.216.34', family: 4 },
          { address: '127.0.0.1', family: 4 },
        ])
      },
    }),
  )
  expect(fault).toMatchObject({ fault: 'address_refused', retryable: false })
  expect(names).toEqual(['media.example'])
})

test('a download error names no address', async () => {
  const fault = await faultOf(get('/missing?key=secret'))
  expect(fault.message).toBe("the file's server answered 404")
})
