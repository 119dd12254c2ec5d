import type { FastifyInstance } from 'fastify'
import { OWN_CALL } from '../platform/http/mount-api.ts'
import type { PagePlan, PlannedCall } from './built-web.ts'

export interface Viewer {
  host: string
  /** Sent only for pages that belong to one viewer. */
  cookie?: string | undefined
}

export interface Answers {
  status: number
  answers: { call: PlannedCall; data: unknown }[]
}

/** Calls our own API in process, as the browser would; the browser repeats a failed call. */
export async function askApi(
  server: FastifyInstance,
  plan: PagePlan,
  viewer: Viewer,
): Promise<Answers> {
  let status: number = plan.status
  const answers = await Promise.all(
    plan.calls.map(async (call) => {
      const response = await server.inject({
        method: 'GET',
        url: call.url,
        remoteAddress: OWN_CALL,
        headers: {
          host: viewer.host,
          accept: 'application/json',
          ...(viewer.cookie ? { cookie: viewer.cookie } : {}),
        },
      })
      if (response.statusCode === 200) return [{ call, data: response.json<unknown>() }]
      if (call.decidesStatus) status = response.statusCode >= 500 ? 503 : 404
      return []
    }),
  )
  return { status, answers: answers.flat() }
}
