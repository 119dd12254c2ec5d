import type { CallOptions } from './call-from.ts'

/** A picture as the multipart form of a browser. */
export function makeForm(picture: Uint8Array): CallOptions {
  const head = '--end\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
  return {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=end' },
    body: Buffer.concat([Buffer.from(head), picture, Buffer.from('\r\n--end--\r\n')]),
  }
}
