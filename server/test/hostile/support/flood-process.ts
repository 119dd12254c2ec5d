import { callFrom } from './call-from.ts'
import type { Flood } from './flood.ts'
import { answerMessages } from './helper-process.ts'

const [name = '', origin = '', client = ''] = process.argv.slice(2)
let send: (() => Promise<string>) | undefined

answerMessages(async (message: 'prepare' | 'send') => {
  if (message === 'prepare') {
    const { flood } = (await import(`../floods/${name}.ts`)) as { flood: Flood }
    send = await flood({ origin, client, call: callFrom(client, origin) })
    return undefined
  }
  return send?.()
})
