import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { cpuSecondsOf } from './processes.ts'

export interface LoadPlan {
  address: string
  /** Each free connection takes the next path. */
  paths: string[]
  headers?: Record<string, string>
  connections: number
  seconds?: number
  requests?: number
}

export interface LoadResult {
  requests: number
  seconds: number
  perSecond: number
  /** Milliseconds from the request's last byte to the answer's last byte. */
  p50: number
  p99: number
  /** The time of each request, if the plan gives a number of requests. */
  took: number[]
  statuses: Record<string, number>
}

const run = promisify(execFile)
const PROGRAM = path.join(import.meta.dirname, 'load-process.ts')

/** Sends load to a server from another process; any status but 200 fails the bench. */
export async function putLoad(plan: LoadPlan): Promise<LoadResult> {
  const { stdout } = await run(process.execPath, [PROGRAM, JSON.stringify(plan)], {
    maxBuffer: 10_000_000,
  })
  const result = JSON.parse(stdout) as LoadResult
  const others = Object.keys(result.statuses).filter((status) => status !== '200')
  if (others.length > 0)
    throw new Error(`${plan.paths[0]} answered ${JSON.stringify(result.statuses)}`)
  return result
}

/** Sends load and adds the CPU time that the server process spent on each request. */
export async function putLoadOn(pid: number, plan: LoadPlan) {
  const before = await cpuSecondsOf(pid)
  const result = await putLoad(plan)
  const after = await cpuSecondsOf(pid)
  const microseconds =
    before === undefined || after === undefined
      ? undefined
      : ((after - before) / result.requests) * 1e6
  return { ...result, microseconds }
}
