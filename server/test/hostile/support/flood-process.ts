import { FLOODER } from './addresses.ts'
import { callFrom } from './call-from.ts'
import type { Flood } from './flood.ts'
import { answerMessages } from './helper-process.ts'

const [name = '', origin = ''] = process.argv.slice(2)
let send: (() => Promise<string>) | undefined

answerMessages(async (message: 'prepare' | 'send') => {
  if (message === 'prepare') {
    const { flood } = (await import(`../floods/${name}.ts`)) as { flood: Flood }
    send = await flood({ origin, call: callFrom(FLOODER, origin) })
    return undefined
  }
  return send?.()
})
