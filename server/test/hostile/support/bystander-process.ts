import { setTimeout as pause } from 'node:timers/promises'
import { API_BASE } from '@vignette/contract/web-paths.ts'
import { BYSTANDER } from './addresses.ts'
import type { BystanderMessage } from './bystander.ts'
import { callFrom } from './call-from.ts'
import { formOf } from './form-of.ts'
import { answerMessages } from './helper-process.ts'
import { jobOf, openVisitor, publish, readJob, remix, SKETCH } from './visitor.ts'

const EVERY_MS = 25
const [origin = ''] = process.argv.slice(2)
const call = callFrom(BYSTANDER, origin)
const visitor = openVisitor(call)
let asked: number[] | undefined
let refused = 0

/** Calls the health route until stopped and records each response time. */
async function askHealth(): Promise<void> {
  while (true) {
    const began = performance.now()
    const { status } = await call(`${API_BASE}/healthcheck`)
    asked?.push(performance.now() - began)
    if (asked && status !== 200) refused += 1
    await pause(EVERY_MS)
  }
}

async function upload(picture: Uint8Array): Promise<number> {
  const began = performance.now()
  const { status, text } = await call(`${API_BASE}/upload/image`, formOf(picture))
  if (status !== 201) throw new Error(`an upload of the bystander: ${status} ${text}`)
  return performance.now() - began
}

let sketch: string | undefined

async function makePicture(): Promise<number> {
  sketch ??= await publish(visitor, SKETCH)
  const began = performance.now()
  const job = jobOf(await remix(visitor, sketch))
  while (true) {
    const { status, error } = await readJob(visitor, job)
    if (status === 'COMPLETED') return performance.now() - began
    if (status === 'FAILED' || status === 'CANCELLED') {
      throw new Error(`a picture of the bystander: ${status} ${error?.message}`)
    }
    await pause(50)
  }
}

answerMessages(async (message: BystanderMessage) => {
  if (message.do === 'watch') {
    asked = []
    refused = 0
    return undefined
  }
  if (message.do === 'tell') {
    const times = asked ?? []
    asked = undefined
    return { times, refused }
  }
  return message.do === 'upload' ? upload(message.picture) : makePicture()
})
void askHealth()
