import { startFauxqs } from 'fauxqs'

// A local S3 store on loopback: keeps objects as files and checks no signature.
const [folder, bucket] = [process.env['STORE_DIR'], process.env['STORE_BUCKET']]
if (!folder || !bucket) throw new Error('STORE_DIR and STORE_BUCKET say what to serve.')
const store = await startFauxqs({
  port: 0,
  host: '127.0.0.1',
  logger: false,
  s3StorageDir: folder,
})
store.createBucket(bucket)
console.log(`The object store is ready at http://127.0.0.1:${store.port}`)
process.once('SIGTERM', () => void store.stop().then(() => process.exit(0)))
