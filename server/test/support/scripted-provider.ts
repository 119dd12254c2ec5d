import sharp from 'sharp'
import { z } from 'zod'
import type {
  CallIo,
  GenerationProvider,
  Operation,
  Outcome,
  StepCall,
  WorkCall,
} from '../../src/providers/generation/spec.ts'
import { makeFilm } from './make-media.ts'

export type Script = (call: StepCall, io: CallIo, turn: number) => Promise<Outcome>
export type CheckScript = (operation: Operation, io: CallIo, turn: number) => Promise<Outcome>

export interface ScriptedProvider extends GenerationProvider {
  starts: StepCall[]
  checks: Operation[]
  cancels: Operation[]
}

/** A provider scripted by the test; each call receives the number of earlier calls. */
export function createScriptedProvider(script: {
  start: Script
  check?: CheckScript
  /** Called at each estimate, so that the price may rise or depend on the params. */
  cents?: number | ((call: Pick<StepCall, 'params'>) => number)
  pricedBy?: string[]
  /** Core seconds of each step; absent for a provider that works elsewhere. */
  seconds?: number | ((call: WorkCall) => number)
}): ScriptedProvider {
  const starts: StepCall[] = []
  const checks: Operation[] = []
  const cancels: Operation[] = []
  const functions = ['draw', 'restyle', 'film'] as const
  return {
    id: 'local',
    title: 'A script',
    description: 'Does what the test says',
    costsOperator: false,
    forEveryCreator: true,
    sourceType: 'algorithmicMedia',
    functions: functions.map((functionType) => ({
      functionType,
      title: functionType,
      description: functionType,
      needs: {
        prompt: 'optional',
        firstImage: functionType === 'restyle' ? 'required' : 'optional',
        lastImage: 'optional',
        videos: { min: 0, max: 0 },
      },
      output: functionType === 'film' ? 'video' : 'image',
      params: z.record(z.string(), z.unknown()),
      varies: () => functionType === 'draw',
      model: 'none',
    })),
    starts,
    checks,
    cancels,
    pricedBy: script.pricedBy ?? [],
    ...(script.seconds !== undefined && {
      estimateWork: (call: WorkCall) => ({
        seconds:
          typeof script.seconds === 'function' ? script.seconds(call) : (script.seconds ?? 0),
        makes: { width: 64, height: 48, seconds: 0 },
      }),
    }),
    availability: () => ({ available: true }),
    estimateCents: (call) =>
      typeof script.cents === 'function' ? script.cents(call) : (script.cents ?? 0),
    async start(call, io) {
      starts.push(call)
      return script.start(call, io, starts.length)
    },
    async check(operation, io) {
      checks.push(operation)
      if (!script.check) throw new Error('this script has no check')
      return script.check(operation, io, checks.length)
    },
    async cancel(operation) {
      cancels.push(operation)
    },
  }
}

/** A real picture, small by default. */
export async function picture(colour = '#336699', width = 64, height = 48): Promise<Outcome> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer()
  return { state: 'done', product: { from: 'bytes', kind: 'image', bytes } }
}

/** A real film of half a second. */
export async function film(): Promise<Outcome> {
  return { state: 'done', product: { from: 'bytes', kind: 'video', bytes: await makeFilm() } }
}
