import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { html } from '@vignette/contract/html.ts'
import { startEmbeddedPostgres } from '@vignette/embedded-postgres'
import { makeSchema, StripeSandbox } from '@vignette/stripe-sandbox'
import pg from 'pg'
import { layout } from '../../server/src/providers/hosted-page.ts'
import { type Issuer, startIssuer } from '../../server/test/support/issuer/start-issuer.ts'
import { findFreePort } from '../../server/test/support/stand-ins/listen-on-loopback.ts'
import {
  type SmtpStandIn,
  startSmtpStandIn,
} from '../../server/test/support/stand-ins/smtp-stand-in.ts'
import { type StartedServer, startServer } from './start-server.ts'

const NAME = 'shop.example'
const log = { info: () => {}, warn: () => {}, error: () => {} }

/** A public server as it starts for the first time, and the parts of the world that it talks to. */
export interface PublicServer extends StartedServer {
  /** What leads the browser to the server's public name. */
  rule: string
  issuer: Issuer
  mail: SmtpStandIn
  stripe: StripeSandbox
}

/** The environment names the public address and a secret, and where the rest of the world stands here. */
export async function openPublicServer(): Promise<PublicServer> {
  const ends: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const end of ends.toReversed()) await end()
  }
  try {
    const port = await findFreePort()
    const mail = await startSmtpStandIn()
    ends.push(() => mail.close())
    const issuer = await startIssuer()
    ends.push(() => issuer.close())
    issuer.serve(`https://${NAME}`)
    const stripe = await startStripe(`http://127.0.0.1:${port}/api/v1`)
    ends.push(() => stripe.close())
    const proxy = await startProxy(port)
    ends.push(() => proxy.close())
    const server = await startServer({
      seed: false,
      bare: true,
      env: {
        PUBLIC_URL: `https://${NAME}`,
        SECRET: 'of-the-journey-to-the-first-sale-0123',
        HOST: '127.0.0.1',
        PORT: String(port),
        TRUST_PROXY: '1',
        PRIVATE_HOSTS: [issuer.url, mail.url].map((url) => new URL(url).host).join(),
        STRIPE_API_URL: stripe.origin,
      },
    })
    ends.push(server.stop)
    const rule = `MAP ${NAME}:443 127.0.0.1:${proxy.port}`
    return { ...server, rule, issuer, mail, stripe: stripe.sandbox, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Stripe's API and pages at an address of their own, with a database of their own; events go to the server. */
async function startStripe(api: string) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vignette-stripe-'))
  const database = await startEmbeddedPostgres({ dataDir, log })
  const pool = new pg.Pool({ connectionString: database.connectionString })
  await makeSchema(pool)
  const sendTo = (address: string) => async (body: Buffer, headers: Record<string, string>) => {
    const answer = await fetch(`${api}${address}`, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
    })
    if (!answer.ok) throw new Error(`the server answered ${answer.status} to an event`)
  }
  const sandbox = new StripeSandbox({
    pool,
    clock: { now: () => new Date() },
    secret: 'of Stripe',
    seller: 'Ada’s Kiosk',
    deliver: {
      payments: sendTo('/payment/webhook/stripe'),
      payouts: sendTo('/payouts/webhook/stripe'),
    },
  })
  const listening = await sandbox.listen({ html, layout })
  return {
    sandbox,
    origin: listening.origin,
    async close() {
      await listening.close()
      await pool.end()
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** TLS in front of the server, as on the one machine of docs/operations.md. */
async function startProxy(port: number) {
  const folder = await mkdtemp(path.join(tmpdir(), 'vignette-tls-'))
  const files = { key: path.join(folder, 'key'), cert: path.join(folder, 'cert') }
  const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${NAME}`
  await promisify(execFile)('openssl', [
    ...words.split(' '),
    '-keyout',
    files.key,
    '-out',
    files.cert,
  ])
  const [key, cert] = await Promise.all([readFile(files.key), readFile(files.cert)])
  await rm(folder, { recursive: true })
  const proxy = https.createServer({ key, cert }, (request, response) => {
    const { method, url, headers, socket } = request
    const on = http.request(
      {
        port,
        host: '127.0.0.1',
        method,
        path: url,
        headers: {
          ...headers,
          'x-forwarded-for': socket.remoteAddress,
          'x-forwarded-proto': 'https',
        },
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    on.on('error', () => response.destroy())
    response.on('close', () => on.destroy())
    request.pipe(on)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    port: (proxy.address() as AddressInfo).port,
    close: async () => {
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
