import { medianOf } from './figures.ts'
import { startHelper } from './helper-process.ts'

export type BystanderMessage =
  | { do: 'watch' }
  | { do: 'tell' }
  | { do: 'upload'; picture: Uint8Array }
  | { do: 'picture' }

/** What the bystander's health calls took, in milliseconds. */
export interface Health {
  asked: number
  median: number
  worst: number
  /** Answers other than 200, and none at all. */
  refused: number
}

/** Another client, in a process of its own, that asks for the health every 25 ms. */
export interface Bystander {
  /** The health while something else goes on. */
  watch(work: () => Promise<unknown>): Promise<Health>
  /** Milliseconds until an upload was answered. */
  upload(picture: Uint8Array): Promise<number>
  /** Milliseconds from asking for a free picture until it was there. */
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
