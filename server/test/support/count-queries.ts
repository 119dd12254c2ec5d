import pg from 'pg'

export interface QueryCounter {
  /** The statements that this application's pool sent while `work` ran. */
  during(work: () => Promise<unknown>): Promise<string[]>
  stop(): void
}

interface Sender {
  connectionParameters: { application_name?: string }
}

/** Listens on the driver, so that no layer above can hide a query. */
export function countQueries(applicationName: string): QueryCounter {
  const { prototype } = pg.Client
  const { query } = prototype as { query: (...given: unknown[]) => unknown }
  let heard: string[] | undefined
  Object.assign(prototype, {
    query(this: Sender, ...given: unknown[]) {
      if (this.connectionParameters.application_name === applicationName) {
        const [first] = given as [string | { text: string }]
        heard?.push(typeof first === 'string' ? first : first.text)
      }
      return Reflect.apply(query, this, given)
    },
  })
  return {
    async during(work) {
      const list: string[] = []
      heard = list
      try {
        await work()
      } finally {
        heard = undefined
      }
      return list
    },
    stop: () => void Object.assign(prototype, { query }),
  }
}
