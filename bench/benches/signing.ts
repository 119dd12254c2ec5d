import sharp from 'sharp'
import type {
  FinishedMedia,
  FinishRequest,
  Signed,
  SigningKey,
  SignRequest,
} from '../../server/src/features/media/child/messages.ts'
import { createChildPool } from '../../server/src/platform/children/pool.ts'
import type { Bench } from '../support/bench.ts'
import { median, quantile } from '../support/rounds.ts'

const FILES = 1_000
const ROUNDS = 5
/** A picture of noise, which is 1 MB as PNG. */
const SIDE = 600

/** What the signature adds to the finishing of a picture, each file with it and without, in one run. */
export const signing: Bench = async ({ say }) => {
  const pool = createChildPool({
    module: new URL('../../server/src/main/child.ts', import.meta.url),
    size: 1,
    tasksPerChild: 10 * FILES,
  })
  try {
    const key = await pool.run<SigningKey>('makeSigningKey', {
      organisation: 'Vignette',
      host: 'localhost',
      now: new Date(),
    })
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
    const drawn = sharp({
      create: { width: SIDE, height: SIDE, channels: 3, background: '#000', noise },
    })
    const request: FinishRequest = {
      bytes: await drawn.png().toBuffer(),
      maxPixels: SIDE * SIDE,
      sourceType: 'algorithmicMedia',
    }
    const finish = () => pool.run<FinishedMedia>('finishImage', request)
    const sign = (bytes: Uint8Array) => {
      const action = {
        action: 'c2pa.created',
        digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia',
      }
      const assertions = [{ label: 'c2pa.actions.v2', data: { actions: [action] } }]
      const given: SignRequest = {
        bytes,
        contentType: 'image/png',
        manifest: { title: 'A bench', assertions },
        ingredients: [],
        key,
      }
      return pool.run<Signed>('signFile', given)
    }
    await sign((await finish()).bytes)
    const plain: number[] = []
    const signed: number[] = []
    let grown = 0
    for (let at = 0; at < FILES; at++) {
      // Every second file is finished first without, so that neither is always the warmer one.
      const turns = at % 2 ? [true, false] : [false, true]
      for (const signs of turns) {
        const began = performance.now()
        const { bytes } = await finish()
        if (signs) grown = (await sign(bytes)).bytes.length - bytes.length
        ;(signs ? signed : plain).push(performance.now() - began)
      }
      if (at % 200 === 199) say(`  ${at + 1} of ${FILES} files`)
    }
    const part = (times: number[], round: number) =>
      times.slice((round * FILES) / ROUNDS, ((round + 1) * FILES) / ROUNDS)
    const rounds = Array.from({ length: ROUNDS }, (_, round) => round)
    return [
      {
        what: `a picture of 1 MB: what its signature adds, ${FILES} files`,
        unit: 'ms p50',
        subject: rounds.map((round) => median(part(signed, round)) - median(part(plain, round))),
        compares: 'value',
        goal: { atMost: 25 },
        note: `p50 ${median(signed).toFixed(1)} against ${median(plain).toFixed(1)} ms, p99 ${quantile(signed, 0.99).toFixed(1)} against ${quantile(plain, 0.99).toFixed(1)}; ${grown} bytes added`,
      },
    ]
  } finally {
    await pool.close()
  }
}
