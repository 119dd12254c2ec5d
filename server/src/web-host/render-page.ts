import { moneyHere, US_DOLLARS } from '@vignette/contract/currency.ts'
import { type Html, html, trustHtml } from '@vignette/contract/html.ts'
import type { Shop } from '@vignette/contract/shop.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type Answer, buildAnswer } from '../platform/http/answer.ts'
import { OWN_CALL } from '../platform/http/mount-api.ts'
import type { ProcessState } from '../platform/process-state.ts'
import { takeTurn } from '../platform/take-turn.ts'
import type { BuiltWeb, PagePlan, PlannedCall } from './built-web.ts'

interface Work {
  server: FastifyInstance
  web: BuiltWeb
  address: string
  /** Null where the site has no address of its own: the page then names none. */
  origin: string | null
  shop: Shop
  viewer: Viewer
  /** Rendering takes the event loop for a while, so client IPs take turns. */
  process: ProcessState
  clientIp: string
  log: FastifyBaseLogger
}

/** Renders a page with its data, or the plain shell when rendering throws: the browser then renders. */
export async function renderPage(work: Work, plan: PagePlan): Promise<Answer> {
  const { web, address, shop } = work
  const { status, answers } = await askApi(work.server, plan, work.viewer)
  if (status === 404) return renderUnknown(web, shop)
  if (plan.shell) return renderShell(work, status)
  await takeTurn(work.process, work.clientIp)
  try {
    const page = await web.entry.render(address, {
      origin: work.origin,
      shop,
      status,
      private: plan.private || work.viewer.cookie !== undefined,
      answers,
    })
    if (page.movedTo !== undefined) return buildMove(page.movedTo)
    const { styles, code } = web.preloads(plan.screen)
    return buildHtml(
      status,
      fill(web, {
        head: html`${trustHtml(page.head)}${styles}`,
        body: trustHtml(page.html),
        state: html`<script type="application/json" id="page-state">${trustHtml(page.state)}</script>${code}`,
      }),
    )
  } catch (error) {
    work.log.error({ err: error }, 'a page could not be rendered; its plain shell was served')
    return renderShell(work, status)
  }
}

const unknown = new WeakMap<BuiltWeb['template'], Map<string, Answer>>()

/** The one page of all addresses where nothing is; the browser says so. */
export function renderUnknown(web: BuiltWeb, shop: Shop): Answer {
  const known = unknown.get(web.template) ?? new Map<string, Answer>()
  unknown.set(web.template, known)
  const key = JSON.stringify([shop, moneyHere()])
  const answer = known.get(key) ?? renderShell({ web, address: '/', origin: null, shop }, 404)
  known.set(key, answer)
  return answer
}

export function renderShell(
  { web, address, origin, shop }: Pick<Work, 'web' | 'address' | 'origin' | 'shop'>,
  status: number,
): Answer {
  const head = trustHtml(web.entry.renderShellHead(address, origin, status, shop))
  return buildHtml(status, fill(web, { head }))
}

interface Filling {
  head: Html
  body?: Html
  state?: Html
}

function fill(web: BuiltWeb, { head, body, state }: Filling): Buffer {
  const [start, afterHead, afterHtml, end] = web.template
  const write = (part: Html | undefined) => Buffer.from(part?.toString() ?? '')
  return Buffer.concat([
    start,
    write(moneyTag()),
    write(head),
    afterHead,
    write(body),
    afterHtml,
    write(state),
    end,
  ])
}

/** What the browser reads sums by; absent on a server that sells in dollars at the usual card fee. */
function moneyTag(): Html {
  const money = JSON.stringify(moneyHere())
  return money === JSON.stringify(US_DOLLARS)
    ? html``
    : html`<meta name="money" content="${money}">`
}

function buildMove(location: string): Answer {
  return { ...buildAnswer('', { status: 308, type: 'text/plain; charset=utf-8' }), location }
}

function buildHtml(status: number, page: Buffer): Answer {
  return buildAnswer(page, { status, type: 'text/html; charset=utf-8' })
}

interface Viewer {
  host: string
  /** Sent only for pages that belong to one viewer. */
  cookie?: string | undefined
}

interface Answers {
  status: number
  answers: { call: PlannedCall; data: unknown }[]
}

/** Calls our own API in process, as the browser would; the browser repeats a failed call. */
async function askApi(server: FastifyInstance, plan: PagePlan, viewer: Viewer): Promise<Answers> {
  let status: number = plan.status
  const ask = async (calls: readonly PlannedCall[]): Promise<Answers['answers']> => {
    const asked = calls.map(async (call) => {
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
      if (response.statusCode === 200) {
        const data = response.json<unknown>()
        return [{ call, data }, ...(await ask(call.leadsTo?.(data) ?? []))]
      }
      if (call.decidesStatus) status = response.statusCode >= 500 ? 503 : 404
      return []
    })
    return (await Promise.all(asked)).flat()
  }
  const answers = await ask(plan.calls)
  return { status, answers }
}
