import type { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A file of an archive; a large one is opened only when its turn comes. */
export type ZipEntry = { name: string } & (
  | { content: string | Buffer }
  | { open: () => Promise<Readable> }
)

/** An archive that is written as it is read, so that no file waits in memory. */
export function writeZip(files: readonly ZipEntry[], mtime: Date): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  // A file that can no longer be opened aborts the download: a silent gap would be worse.
  zip.on('error', (error: Error) => output.destroy(error))
  for (const file of files) {
    if ('content' in file) zip.addBuffer(Buffer.from(file.content), file.name, { mtime })
    else {
      // Pictures and films are already compressed.
      zip.addReadStreamLazy(file.name, { mtime, compress: false }, (done) => {
        file.open().then(
          (stream) => done(null, stream),
          (error: unknown) => done(error, null as never),
        )
      })
    }
  }
  zip.end()
  return output
}
