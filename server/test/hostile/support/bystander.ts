import { medianOf } from './figures.ts'
import { startHelper } from './helper-process.ts'

export type BystanderMessage =
  | { do: 'watch' }
  | { do: 'tell' }
  | { do: 'upload'; picture: Uint8Array }
  | { do: 'picture' }

/** The response times of the bystander's health calls, in milliseconds. */
export interface Health {
  asked: number
  median: number
  worst: number
  /** The number of calls answered other than 200, or never. */
  refused: number
}

/** A second client, in its own process, that calls the health route every 25 ms. */
export interface Bystander {
  /** Measures the health calls while `work` runs. */
  watch(work: () => Promise<unknown>): Promise<Health>
  /** Milliseconds until an upload is answered. */
  upload(picture: Uint8Array): Promise<number>
  /** Milliseconds from the request of a free picture to its delivery. */
  makePicture(): Promise<number>
  end(): Promise<void>
}

export function startBystander(origin: string): Bystander {
  const helper = startHelper(new URL('bystander-process.ts', import.meta.url), [origin])
  const ask = <T>(message: BystanderMessage) => helper.ask<T>(message)
  return {
    async watch(work) {
      await ask({ do: 'watch' })
      await work()
      const { times, refused } = await ask<{ times: number[]; refused: number }>({ do: 'tell' })
      if (times.length === 0) throw new Error('no health call of the bystander was answered')
      return { asked: times.length, median: medianOf(times), worst: Math.max(...times), refused }
    },
    upload: (picture) => ask({ do: 'upload', picture }),
    makePicture: () => ask({ do: 'picture' }),
    end: () => helper.end(),
  }
}
