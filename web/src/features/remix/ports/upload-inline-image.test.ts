import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { fakeCanvas } from '../../../../test/fake-canvas.ts'
import { readDataUrl, uploadInlineImage } from './upload-inline-image.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const edited = {
  index: 0,
  file: {
    url: 'data:image/png;base64,AAEC',
    id: null,
    fileName: 'fox.png',
    fileSize: 3,
    contentType: 'image/png',
    thumbnail: null,
  },
}

/** Stands for the server: the same answer to each upload. */
async function upload(status: number, answer: object) {
  fakeCanvas()
  const seen: string[] = []
  const server = createServer((request, response) => {
    if (request.method === 'POST') seen.push(request.url ?? '')
    request.resume()
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } }
  happyDOM.setURL(`http://127.0.0.1:${port}/`)
  const outcome = await uploadInlineImage(edited, new AbortController().signal).catch(
    (error: Error) => error.message,
  )
  return { outcome, seen }
}

it('an inline image becomes a file of type image', async () => {
  const { outcome, seen } = await upload(201, { url: '/media/a.png', id: 'a', bytes: 7 })
  expect(outcome).toEqual({ ...edited.file, url: '/media/a.png', id: 'a', fileSize: 7 })
  expect(seen).toEqual(['/api/v1/upload/image'])
})

it('a refused upload fails with Upload failed: {status}', async () => {
  expect((await upload(415, { error: 'No picture.' })).outcome).toBe('Upload failed: 415')
})

it('a data URL is decoded', async () => {
  const blob = readDataUrl(edited.file.url)
  expect([blob.type, [...new Uint8Array(await blob.arrayBuffer())]]).toEqual([
    'image/png',
    [0, 1, 2],
  ])
  expect(() => readDataUrl('data:,')).toThrow('Failed to generate image')
})
