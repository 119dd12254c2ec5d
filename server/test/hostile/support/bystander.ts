import { medianOf, shareOf } from './figures.ts'
import { startHelper } from './helper-process.ts'
import type { Made } from './open-server.ts'

export type BystanderMessage =
  | { do: 'watch' }
  | { do: 'tell' }
  | { do: 'upload'; picture: Uint8Array }
  | { do: 'picture' }

export interface Told {
  times: number[]
  pages: number[]
  refused: number
}

/** Response times in milliseconds. */
export interface Health {
  /** Health calls, one every 25 ms. */
  asked: number
  median: number
  worst: number
  /** The number of calls answered other than 200, or never. */
  refused: number
  /** A creation's page with the answer of the API about it, one every 250 ms: 95 of 100 took at most so long. */
  page: number
}

/** A second client, in its own process, that calls the health route and opens a page again and again. */
export interface Bystander {
  /** Measures while `work` runs. */
  watch(work: () => Promise<unknown>): Promise<Health>
  /** Milliseconds until an upload is answered. */
  upload(picture: Uint8Array): Promise<number>
  /** Milliseconds from the request of a free picture to its delivery. */
  makePicture(): Promise<number>
  end(): Promise<void>
}

export function startBystander(origin: string, made: Made): Bystander {
  const words = [origin, JSON.stringify(made)]
  const helper = startHelper(new URL('bystander-process.ts', import.meta.url), words)
  const ask = <T>(message: BystanderMessage) => helper.ask<T>(message)
  return {
    async watch(work) {
      await ask({ do: 'watch' })
      await work()
      const { times, pages, refused } = await ask<Told>({ do: 'tell' })
      if (times.length === 0) throw new Error('no health call of the bystander was answered')
      const worst = Math.max(...times)
      const page = shareOf(pages, 0.95)
      return { asked: times.length, median: medianOf(times), worst, refused, page }
    },
    upload: (picture) => ask({ do: 'upload', picture }),
    makePicture: () => ask({ do: 'picture' }),
    end: () => helper.end(),
  }
}
