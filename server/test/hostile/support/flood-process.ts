import { callFrom } from './call-from.ts'
import type { Flood } from './flood.ts'
import { answerMessages } from './helper-process.ts'

/** The name of a file of `floods`, or of one flood in it: `steady/tags`. */
const [name = '', origin = '', client = '', made = ''] = process.argv.slice(2)
let send: (() => Promise<string>) | undefined

answerMessages(async (message: 'prepare' | 'send') => {
  if (message === 'prepare') {
    const [file, one = ''] = name.split('/')
    const read = (await import(`../floods/${file}.ts`)) as {
      flood?: Flood
      floods?: Record<string, Flood>
    }
    const flood = read.flood ?? read.floods?.[one]
    if (!flood) throw new Error(`there is no flood ${name}`)
    send = await flood({ origin, client, made: JSON.parse(made), call: callFrom(client, origin) })
    return undefined
  }
  return send?.()
})
