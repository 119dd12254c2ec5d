import { startFauxqs } from 'fauxqs'
import {
  type Fault,
  openFaultyProxy,
} from '../../../src/platform/storage/test-support/open-faulty-proxy.ts'

/** The fault applied to later requests with one of these methods. */
export interface Order {
  fault: Fault
  methods: readonly string[]
}

// An object store in its own process, behind a proxy that fails on the parent's orders.
const [folder = '', port = '0'] = process.argv.slice(2)
const store = await startFauxqs({
  port: 0,
  host: '127.0.0.1',
  logger: false,
  s3StorageDir: folder,
})
store.createBucket('vignette')
const proxy = await openFaultyProxy(`http://127.0.0.1:${store.port}`, Number(port))
process.on('message', ({ fault, methods }: Order) => {
  proxy.fault = ({ method = '', url }) => {
    if (fault === 'pass' || !methods.includes(method)) return 'pass'
    process.send?.({ met: url })
    return fault
  }
  process.send?.({ obeyed: fault })
})
process.once('disconnect', () => process.exit(0))
process.send?.({ ready: proxy.endpoint })
