import { spawnSync } from 'node:child_process'

export interface ReadMessage {
  subject: string
  to: string
  /** What the parser finds wrong with the message. */
  defects: string[]
  longestLine: number
  /** The types of all parts, from outside in. */
  types: string[]
  text: string
  html: string
  /** The picture beside the HTML. */
  picture: { id: string; disposition: string; base64: string } | null
}

const READER = `
import email, email.policy, json, sys, base64
raw = sys.stdin.buffer.read()
m = email.message_from_bytes(raw, policy=email.policy.default)
parts = list(m.walk())
defects = [type(d).__name__ for p in parts for d in p.defects]
defects += [type(d).__name__ for p in parts for v in p.values() for d in getattr(v, 'defects', [])]
body = m.get_body(('html',))
images = [p for p in parts if p.get_content_maintype() == 'image']
picture = images and dict(id=images[0]['content-id'], disposition=images[0].get_content_disposition(),
  base64=base64.b64encode(images[0].get_content()).decode()) or None
print(json.dumps(dict(subject=m['subject'], to=m['to'], defects=defects,
  longestLine=max(len(l) for l in raw.split(b'\\r\\n')), types=[p.get_content_type() for p in parts],
  text=m.get_body(('plain',)).get_content(), html=body.get_content(), picture=picture)))
`

export const hasPython = spawnSync('python3', ['--version']).status === 0

/** Reads a message by Python's own parser, which shares no code with what wrote it. */
export function readMessage(source: string): ReadMessage {
  const { stdout, stderr, status } = spawnSync('python3', ['-c', READER], {
    input: Buffer.from(source, 'utf8'),
  })
  if (status !== 0) throw new Error(stderr.toString())
  return JSON.parse(stdout.toString()) as ReadMessage
}
