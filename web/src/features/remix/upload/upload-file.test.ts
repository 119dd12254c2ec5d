import type { UploadAnswer } from '@vignette/contract/media.ts'
import { describe, expect, it } from 'vitest'
import { type SendFile, UploadError, type UploadRequest, uploadFile } from './upload-file.ts'

const answer = { url: '/media/a.png', id: 'a' } as UploadAnswer

function makeRequest(controller = new AbortController()): UploadRequest {
  return {
    kind: 'image',
    file: new File(['x'], 'a.png', { type: 'image/png' }),
    idempotencyKey: 'k',
    signal: controller.signal,
    onProgress: () => undefined,
  }
}

async function run(failures: Error[], controller = new AbortController()) {
  const waits: number[] = []
  let attempts = 0
  const send: SendFile = async () => {
    const failure = failures[attempts++]
    if (failure) throw failure
    return answer
  }
  const wait = async (ms: number) => void waits.push(ms)
  const outcome = await uploadFile(makeRequest(controller), send, wait).catch(
    (error: Error) => error.message,
  )
  return { outcome, waits, attempts }
}

const server = new UploadError('Upload failed with status: 500', true)

describe('uploadFile', () => {
  it('needs one attempt if the upload succeeds', async () => {
    expect(await run([])).toEqual({ outcome: answer, waits: [], attempts: 1 })
  })

  it('waits 1 s, then 2 s, and succeeds at the third attempt', async () => {
    expect(await run([server, server])).toEqual({
      outcome: answer,
      waits: [1000, 2000],
      attempts: 3,
    })
  })

  it('gives up after three attempts', async () => {
    expect(await run([server, server, server, server])).toEqual({
      outcome: 'Upload failed with status: 500',
      waits: [1000, 2000],
      attempts: 3,
    })
  })

  it('does not retry a refusal', async () => {
    const refused = new UploadError('Upload failed with status: 415', false)
    expect(await run([refused])).toMatchObject({ outcome: refused.message, attempts: 1 })
  })

  it('reports a failure without a reason as Upload failed', async () => {
    const odd = new Error('odd')
    expect(await run([odd, odd, odd])).toMatchObject({ outcome: 'Upload failed', attempts: 3 })
  })

  it('reports an abort at once as Upload cancelled', async () => {
    const controller = new AbortController()
    controller.abort()
    expect(await run([], controller)).toEqual({
      outcome: 'Upload cancelled',
      waits: [],
      attempts: 0,
    })
  })

  it('reports an abort between attempts as Upload cancelled', async () => {
    const controller = new AbortController()
    let attempts = 0
    const send: SendFile = async () => {
      attempts++
      throw server
    }
    const outcome = await uploadFile(makeRequest(controller), send, async () =>
      controller.abort(),
    ).catch((error: Error) => error.message)
    expect([outcome, attempts]).toEqual(['Upload cancelled', 1])
  })
})
