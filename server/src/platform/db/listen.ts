import pg from 'pg'
import type { Logger } from 'pino'

const FIRST_RETRY_MS = 500
const RETRY_MS = 1000

interface Listener {
  isConnected(): boolean
  close(): Promise<void>
}

/** Listens on a PostgreSQL channel until closed; reconnects when the connection breaks. */
export async function listen(options: {
  connectionString: string
  applicationName: string
  channel: string
  log: Logger
  onNotification: (message: pg.Notification) => void
  /** Called after a reconnection: notifications in between are lost. */
  onReconnect: () => void
}): Promise<Listener> {
  let closed = false
  let connected: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: options.connectionString,
      application_name: options.applicationName,
      keepAlive: true,
    })
    client.on('error', (error) => options.log.warn({ err: error }, 'a listening connection'))
    client.on('notification', options.onNotification)
    try {
      await client.connect()
      await client.query(`LISTEN "${options.channel}"`)
    } catch (error) {
      // The connection may be open already: without this, each retry would leak one.
      void client.end().catch(() => undefined)
      throw error
    }
    // The connection opened after close() ran, so close() could not end it.
    if (closed) return client.end()
    client.on('end', () => {
      connected = undefined
      if (!closed) retry = setTimeout(() => void reconnect(), FIRST_RETRY_MS)
    })
    connected = client
  }

  async function reconnect(): Promise<void> {
    try {
      await connect()
      if (!closed) options.onReconnect()
    } catch {
      if (!closed) retry = setTimeout(() => void reconnect(), RETRY_MS)
    }
  }

  await connect()
  return {
    isConnected: () => connected !== undefined,
    async close() {
      closed = true
      clearTimeout(retry)
      await connected?.end().catch(() => undefined)
    },
  }
}
