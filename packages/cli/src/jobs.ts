import { setTimeout as wait } from 'node:timers/promises'
import { call, Fault, send } from './api.ts'

export interface Job {
  id: string
  status: string
  result: { id: string; proof?: object | null; file_count?: number } | null
  error: { message: string } | null
  progress: { label: string; percent: number }
}

const ENDED = ['COMPLETED', 'FAILED', 'CANCELLED']

export async function watchJobs(id: string): Promise<void> {
  const job = await watchJob(id)
  console.log(job.result?.id ?? '')
}

/** Follows a run by its events, and asks again where the stream ends before the run. */
export async function watchJob(id: string): Promise<Job> {
  for (let told = ''; ; ) {
    for await (const job of readEvents(id)) {
      const line = `${job.status} ${Math.round(job.progress.percent)}% ${job.progress.label}`.trim()
      if (line !== told) console.error(line)
      told = line
    }
    const job = await call<Job>('GET', `/jobs/${encodeURIComponent(id)}`)
    if (job.status === 'COMPLETED') return job
    if (ENDED.includes(job.status)) {
      throw new Fault(job.error?.message ?? 'The run was cancelled. Nothing was charged.')
    }
    await wait(1000)
  }
}

async function* readEvents(id: string): AsyncGenerator<Job> {
  const answer = await send('GET', `/jobs/${encodeURIComponent(id)}/events`)
  if (!answer.ok || !answer.body) return
  let text = ''
  try {
    for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
      const parts = (text + chunk).split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) {
        const [, data] = /^data: (.*)$/m.exec(part) ?? []
        if (data && /^event: job$/m.test(part)) yield JSON.parse(data) as Job
      }
    }
  } catch {
    // The connection was lost; the caller asks for the job itself.
  }
}
